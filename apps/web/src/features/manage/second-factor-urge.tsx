import { accountWords } from '@clearbook/contracts/words/account';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';

const words = accountWords.twoFactor;

/** Staff decide about other people's money: without a second factor they are asked for one, here, until it is on. */
export function SecondFactorUrge() {
  const me = useQuery(queries.me()).data;
  if (me === undefined || me.two_factor) return null;
  return (
    <Alert
      mb="md"
      p="sm"
      color="ink"
      icon={<ShieldAlert size={18} aria-hidden />}
      role="note"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {words.urge}{' '}
      <Anchor component={Link} to="/two-factor" inherit underline="always" c="var(--accent-text)">
        {words.setUp}
      </Anchor>
    </Alert>
  );
}
