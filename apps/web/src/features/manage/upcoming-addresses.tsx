import type { Wallets } from '@clearbook/contracts/admin';
import { manageWords } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { keepWallets } from './decisions.ts';
import { type Fact, Facts } from './facts.tsx';

const { upcoming: words } = siteWords;
const { payment } = manageWords;
/** Once their moment has come the notice goes without a reload. */
const REFETCH_MS = 60_000;

/** Until new deposit addresses take effect every page that staff work on says so, and lets any one of them stop it. */
export function UpcomingNotice() {
  const { data } = useQuery({
    ...queries.adminWallets(),
    refetchInterval: ({ state }) => (state.data?.upcoming ? REFETCH_MS : false),
  });
  const [asking, setAsking] = useState(false);
  const upcoming = data?.upcoming ?? null;
  const dialog = (
    <DecisionDialog decision={keepWallets} of={undefined} opened={asking} onClose={() => setAsking(false)} />
  );
  if (upcoming === null) return dialog;
  return (
    <>
      <Alert
        mb="md"
        p="sm"
        color="ink"
        icon={<CalendarClock size={18} aria-hidden />}
        role="status"
        styles={{ message: { color: 'var(--mantine-color-text)' } }}
      >
        <Group gap="xs">
          <Text inherit style={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}>
            {words.notice(formatDateTime(upcoming.from), upcoming.proposed_by, upcoming.approved_by)}{' '}
            <Anchor component={Link} to="/all-user?tab=payment" inherit underline="always" c="var(--accent-text)">
              {words.see}
            </Anchor>
          </Text>
          <Can permission="wallet.change">
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {words.keep}
            </Button>
          </Can>
        </Group>
      </Alert>
      {dialog}
    </>
  );
}

const COINS = ['bitcoin', 'ethereum', 'usdt'] as const;
type Both = { now: Wallets; upcoming: NonNullable<Wallets['upcoming']> };

/** The addresses themselves, each beside the one that clients are shown until then. */
export function UpcomingAddresses({ now, upcoming }: Both) {
  return (
    <section aria-label={words.heading}>
      <Title order={3}>{words.heading}</Title>
      <Facts
        facts={[
          ...COINS.flatMap((coin): Fact[] => [
            [payment[coin], <code key={coin}>{upcoming[coin]}</code>],
            [siteWords.current(payment[coin]), now[coin] === '' ? null : <code key={coin}>{now[coin]}</code>],
          ]),
          [words.from, formatDateTime(upcoming.from)],
        ]}
      />
    </section>
  );
}
