import type { Mail } from '@clearbook/contracts/access';
import { mailboxWords as words } from '@clearbook/contracts/words/mailbox';
import { Button, Skeleton, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './mailbox.module.css';

/** Demo only: the mail that this client would have received, list and reader. On a phone one of the two is shown at a time. */
export default function MailboxPage() {
  const [search, setSearch] = useSearchParams();
  const mails = useQuery({ ...queries.mailbox(), select: (page) => page.data });
  const open = mails.data?.find((mail) => mail.id === search.get('id')) ?? null;
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      {mails.isPending ? <Skeleton height={320} radius="md" aria-busy /> : null}
      {mails.isError && mails.data === undefined ? (
        <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />
      ) : null}
      {mails.data?.length === 0 ? <EmptyState title={words.empty} text={words.emptyHint} /> : null}
      {mails.data !== undefined && mails.data.length > 0 ? (
        <div className={classes.box} data-reading={open !== null || undefined}>
          <nav className={classes.list} aria-label={words.list}>
            {mails.data.map((mail) => (
              <UnstyledButton
                key={mail.id}
                className={classes.item}
                aria-current={mail === open || undefined}
                onClick={() => setSearch({ id: mail.id }, { replace: open !== null })}
              >
                <span className={classes.subject}>{mail.subject === '' ? words.noSubject : mail.subject}</span>
                <span className={classes.at}>{formatDateTime(mail.created_at)}</span>
              </UnstyledButton>
            ))}
          </nav>
          <section className={classes.reader} aria-live="polite">
            {open === null ? (
              <Text c="dimmed">{words.choose}</Text>
            ) : (
              <Reader mail={open} onBack={() => setSearch({})} />
            )}
          </section>
        </div>
      ) : null}
    </>
  );
}

function Reader({ mail, onBack }: { mail: Mail; onBack: () => void }) {
  return (
    <article>
      <Button
        className={classes.back}
        variant="subtle"
        size="compact-sm"
        leftSection={<ArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        {words.back}
      </Button>
      <Title order={2} size="h4" className={classes.wrap}>
        {mail.subject === '' ? words.noSubject : mail.subject}
      </Title>
      <Text size="sm" c="dimmed" className={classes.wrap}>
        {words.to} {mail.to} · {words.at} {formatDateTime(mail.created_at)}
      </Text>
      {/* Plain text, exactly as it was sent: nothing in a mail is ever read as markup. */}
      <div className={classes.text}>{mail.text}</div>
    </article>
  );
}
