import type { Permission } from '@clearbook/contracts/permissions';
import type { ProposalAct } from '@clearbook/contracts/proposals';
import type { ConfigValue } from '@clearbook/contracts/configuration';
import { mailWords } from '@clearbook/contracts/words/mail';
import { manageWords } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { siteWords } from '@clearbook/contracts/words/site';
import { Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Fact, Facts } from './facts.tsx';
import classes from './manage.module.css';

const { payment, settings } = manageWords;
const LIST = new Intl.ListFormat('en', { type: 'unit' });
type Of<K extends ProposalAct['kind']> = Extract<ProposalAct, { kind: K }>;

/** What a second person compares before approving: what would be, beside what is now. */
export function SiteFacts({ act }: { act: ProposalAct }) {
  if (act.kind === 'set_wallets') return <AddressFacts act={act} />;
  if (act.kind === 'set_fees') return <FeeFacts act={act} />;
  if (act.kind === 'set_release_limits') return <LimitFacts act={act} />;
  if (act.kind === 'define_role') return <RoleFacts act={act} />;
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
  const { upcoming } = now;
  return (
    <Facts
      facts={(['bitcoin', 'ethereum', 'usdt'] as const).flatMap((coin): Fact[] => [
        [payment[coin], <code key={coin}>{act[coin]}</code>],
        [siteWords.current(payment[coin]), other(now[coin], act[coin])],
        ...(upcoming === null
          ? []
          : [
              [
                siteWords.coming(payment[coin], formatDateTime(upcoming.from)),
                other(upcoming[coin], act[coin]),
              ] as const,
            ]),
      ])}
    />
  );
}

/** An address beside the one that is proposed; null where it is the same, or none. */
function other(address: string, proposed: string) {
  return address === proposed || address === '' ? null : <code>{address}</code>;
}

function FeeFacts({ act }: { act: Of<'set_fees'> }) {
  const site = useQuery(queries.adminSettings());
  const now = site.data;
  if (now === undefined) return <NotYet query={site} />;
  const raise = now.raise_announced;
  return (
    <Facts
      facts={[
        [settings.percent, `${act.withdrawalpercent}%`],
        [siteWords.current(settings.percent), `${raise?.percent_until_then ?? now.withdrawalpercent}%`],
        ...(raise === null
          ? []
          : [[siteWords.coming(settings.percent, formatDateTime(raise.from)), `${now.withdrawalpercent}%`] as const]),
        [settings.minimum, formatUsd(act.miniwithdrawal)],
        [siteWords.current(settings.minimum), formatUsd(now.miniwithdrawal)],
      ]}
    />
  );
}

function LimitFacts({ act }: { act: Of<'set_release_limits'> }) {
  const limits = useQuery(queries.releaseLimits());
  const now = limits.data;
  if (now === undefined) return <NotYet query={limits} />;
  return (
    <Facts
      facts={[
        [proposalWords.limits.day, formatUsd(act.day_limit.amount)],
        [siteWords.current(proposalWords.limits.day), formatUsd(now.day_limit.amount)],
        [proposalWords.limits.client, formatUsd(act.client_limit.amount)],
        [siteWords.current(proposalWords.limits.client), formatUsd(now.client_limit.amount)],
      ]}
    />
  );
}

/** What a role would include and what it includes, with what would be taken from whoever has it. */
function RoleFacts({ act }: { act: Of<'define_role'> }) {
  const roles = useQuery(queries.adminRoles());
  if (roles.data === undefined) return <NotYet query={roles} />;
  const now = roles.data.data.find(({ id }) => id === act.name)?.permissions ?? [];
  const names = (permissions: readonly Permission[]) =>
    permissions.length === 0 ? null : LIST.format(permissions.map((name) => roleWords.permissions[name]));
  return (
    <Facts
      facts={[
        [roleWords.includes, names(act.permissions)],
        [siteWords.current(roleWords.includes), names(now)],
        [roleWords.takenAway, names(now.filter((name) => !act.permissions.includes(name)))],
      ]}
    />
  );
}
