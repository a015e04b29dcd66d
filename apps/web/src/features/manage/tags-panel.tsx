import '@mantine/core/styles/Pill.layer.css';
import type { ClientTag } from '@clearbook/contracts/relations';
import { relationWords } from '@clearbook/contracts/words/relations';
import { Button, Pill, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { tagForm } from './tag.form.ts';
import { useCan } from './use-can.ts';
import classes from './manage.module.css';

const { tags: words } = relationWords;

/** What staff call this client among each other. */
export function TagsPanel({ userId }: { userId: string }) {
  const tags = useQuery(queries.adminTags(userId));
  const rows = tags.data?.data;
  return (
    <Panel title={words.title}>
      {rows === undefined && tags.error !== null ? (
        <ErrorState error={tags.error} onRetry={() => void tags.refetch()} />
      ) : (
        <Tags userId={userId} tags={rows} />
      )}
      <Can permission="client.note">
        <NewTag userId={userId} />
      </Can>
    </Panel>
  );
}

function Tags({ userId, tags }: { userId: string; tags: readonly ClientTag[] | undefined }) {
  const mayChange = useCan()('client.note');
  const remove = useSubmit('POST /admin/users/:id/tags/remove', {
    topics: ['users'],
    failed: words.failed,
    onSuccess: () => toast.success(words.removed),
    onProblem: ({ detail }) => toast.error(detail),
  });
  if (tags?.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <Pill.Group aria-busy={tags === undefined || undefined}>
      {tags?.map(({ id: tag, by_email: email, at }) => (
        <Pill
          key={tag}
          size="lg"
          title={words.by(email, formatDateTime(at))}
          withRemoveButton={mayChange}
          disabled={remove.pending}
          onRemove={() => void remove.submit({ params: { id: userId }, body: { tag } })}
          removeButtonProps={{ 'aria-label': words.remove(tag), 'aria-hidden': false, tabIndex: 0 }}
        >
          <span dir="auto">{tag}</span>
        </Pill>
      ))}
    </Pill.Group>
  );
}

function NewTag({ userId }: { userId: string }) {
  const tag = useDeclaredForm(
    tagForm,
    { id: userId },
    {
      onDone: () => {
        tag.form.reset();
        toast.success(words.added);
      },
    },
  );
  return (
    <Form onSend={tag.send}>
      <Stack gap="xs" mt="md" maw={360}>
        <TextInput label={words.tag} description={words.hint} autoComplete="off" {...tag.field('tag')} />
        <FormErrorSummary>{tag.refusal}</FormErrorSummary>
        <Button type="submit" variant="default" className={classes.start} loading={tag.pending}>
          {words.add}
        </Button>
      </Stack>
    </Form>
  );
}
