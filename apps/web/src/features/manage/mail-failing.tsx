import { mailWords as words } from '@clearbook/contracts/words/mail';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';

/** While mail that was tried still waits, clients miss codes and decisions: said on every page that staff work on, until it goes out. */
export function MailFailing() {
  const mail = useQuery(queries.adminMail()).data;
  const [cause] = mail?.causes.filter(({ waiting }) => waiting > 0) ?? [];
  if (mail === undefined || cause === undefined || mail.waiting_since === null) return null;
  return (
    <Alert
      mb="md"
      p="sm"
      color="loss"
      icon={<MailWarning size={18} aria-hidden />}
      role="status"
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {words.failing(mail.waiting, formatDateTime(mail.waiting_since), words.causes[cause.cause])}{' '}
      <Anchor component={Link} to="/all-user?tab=settings" inherit underline="always" c="var(--accent-text)">
        {words.details}
      </Anchor>
    </Alert>
  );
}
