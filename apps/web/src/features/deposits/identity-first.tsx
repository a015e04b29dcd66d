import { messages } from '@clearbook/contracts/messages';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';

/** In live mode the first deposit asks for a verified identity: said before anything is typed, with the way there. */
export function IdentityFirst() {
  const settings = useQuery(queries.publicSettings());
  const me = useQuery(queries.me());
  const account = useQuery({ ...queries.account(), enabled: settings.data?.mode === 'live' });
  const first = account.data?.deposit_balance.amount === '0.00';
  if (settings.data?.mode !== 'live' || me.data?.is_verified !== false || !first) return null;
  return (
    <Alert color="ink">
      {messages.identity.required}{' '}
      <Anchor component={Link} to="/identity">
        {words.amount.verify}
      </Anchor>
    </Alert>
  );
}
