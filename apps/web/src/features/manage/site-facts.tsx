import type { ProposalAct } from '@clearbook/contracts/proposals';
import type { ConfigValue } from '@clearbook/contracts/configuration';
import { mailWords } from '@clearbook/contracts/words/mail';
import { manageWords } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from './facts.tsx';
import classes from './manage.module.css';

const { payment, settings } = manageWords;
type Of<K extends ProposalAct['kind']> = Extract<ProposalAct, { kind: K }>;

/** What a second person compares before approving: what would be, beside what is now. */
export function SiteFacts({ act }: { act: ProposalAct }) {
  if (act.kind === 'set_wallets') return <AddressFacts act={act} />;
  if (act.kind === 'set_fees') return <FeeFacts act={act} />;
  if (act.kind !== 'configure') return null;
  const { setting, before } = act;
  return setting.item === 'mail_wording' && before.item === 'mail_wording' ? (
    <WordingFacts now={before.value} next={setting.value} />
  ) : null;
}

/** What an email would say, and what it says: each paragraph in a line of its own. */
function WordingFacts({ now, next }: { now: ConfigValue<'mail_wording'>; next: ConfigValue<'mail_wording'> }) {
  const texts = [
    [mailWords.nextText, next],
    [mailWords.nowText, now],
  ] as const;
  return texts.map(([title, { subject, lines }]) => (
    <Panel key={title} title={title}>
      <p className={classes.mailText}>{[subject, ...(lines ?? [])].join('\n\n')}</p>
    </Panel>
  ));
}

/** Nobody compares with nothing: what is now is awaited, and said to be missing where it can't be read. */
function NotYet({ query }: { query: UseQueryResult }) {
  return query.isPending ? (
    <Skeleton height={96} aria-busy />
  ) : (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  );
}

function AddressFacts({ act }: { act: Of<'set_wallets'> }) {
  const wallets = useQuery(queries.adminWallets());
  const now = wallets.data;
  if (now === undefined) return <NotYet query={wallets} />;
  return (
    <Facts
      facts={(['bitcoin', 'ethereum', 'usdt'] as const).flatMap((coin) => [
        [payment[coin], <code key={coin}>{act[coin]}</code>],
        [
          siteWords.current(payment[coin]),
          now[coin] === act[coin] || now[coin] === '' ? null : <code key={coin}>{now[coin]}</code>,
        ],
      ])}
    />
  );
}

function FeeFacts({ act }: { act: Of<'set_fees'> }) {
  const site = useQuery(queries.adminSettings());
  const now = site.data;
  if (now === undefined) return <NotYet query={site} />;
  return (
    <Facts
      facts={[
        [settings.percent, `${act.withdrawalpercent}%`],
        [siteWords.current(settings.percent), `${now.withdrawalpercent}%`],
        [settings.minimum, formatUsd(act.miniwithdrawal)],
        [siteWords.current(settings.minimum), formatUsd(now.miniwithdrawal)],
      ]}
    />
  );
}
