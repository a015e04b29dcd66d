import { integrityWords as words } from '@clearbook/contracts/words/integrity';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BookX } from 'lucide-react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';

/** While the books don't agree with their own record nothing that staff do is safe: said on every page that they work on. */
export function BooksDiffer() {
  const books = useQuery(queries.adminIntegrity()).data;
  const [first] = books?.findings ?? [];
  if (books === undefined || first === undefined) return null;
  return (
    <Alert
      mb="md"
      p="sm"
      color="loss"
      icon={<BookX size={18} aria-hidden />}
      role="alert"
      styles={{ message: { color: 'var(--mantine-color-text)', overflowWrap: 'anywhere' } }}
    >
      {words.differ(books.standing, first.relation, first.key)}{' '}
      <Anchor component={Link} to="/all-user?tab=settings" inherit underline="always" c="var(--accent-text)">
        {words.details}
      </Anchor>
    </Alert>
  );
}
