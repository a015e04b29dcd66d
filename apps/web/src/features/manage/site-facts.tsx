import type { ProposalAct } from '@clearbook/contracts/proposals';
import { manageWords } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Facts } from './facts.tsx';

const { payment, settings } = manageWords;
type Of<K extends ProposalAct['kind']> = Extract<ProposalAct, { kind: K }>;

/** What a second person compares before approving: what would be, beside what is now. */
export function SiteFacts({ act }: { act: ProposalAct }) {
  if (act.kind === 'set_wallets') return <AddressFacts act={act} />;
  if (act.kind === 'set_fees') return <FeeFacts act={act} />;
  return null;
}

function AddressFacts({ act }: { act: Of<'set_wallets'> }) {
  const now = useQuery(queries.adminWallets()).data;
  return (
    <Facts
      facts={(['bitcoin', 'ethereum', 'usdt'] as const).flatMap((coin) => [
        [payment[coin], <code key={coin}>{act[coin]}</code>],
        [
          siteWords.current(payment[coin]),
          now === undefined || now[coin] === act[coin] || now[coin] === '' ? null : <code key={coin}>{now[coin]}</code>,
        ],
      ])}
    />
  );
}

function FeeFacts({ act }: { act: Of<'set_fees'> }) {
  const now = useQuery(queries.adminSettings()).data;
  return (
    <Facts
      facts={[
        [settings.percent, `${act.withdrawalpercent}%`],
        [siteWords.current(settings.percent), now && `${now.withdrawalpercent}%`],
        [settings.minimum, formatUsd(act.miniwithdrawal)],
        [siteWords.current(settings.minimum), now && formatUsd(now.miniwithdrawal)],
      ]}
    />
  );
}
