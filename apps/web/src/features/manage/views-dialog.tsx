import type { TableName } from '@clearbook/contracts/table-sorts';
import type { SavedView, ViewAddress } from '@clearbook/contracts/views';
import { manageWords } from '@clearbook/contracts/words/manage';
import { viewWords as words } from '@clearbook/contracts/words/views';
import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { renameViewForm, saveViewForm } from './views.form.ts';
import classes from './views.module.css';

const SORTS: Readonly<Record<string, string>> = manageWords.sorts;

type Shared = { states: Readonly<Record<string, string>>; address: ViewAddress };
type ListProps = Shared & { views: readonly SavedView[] | undefined; error: Error | null; onRetry: () => void };
type Props = ListProps & { opened: boolean; onClose: () => void; table: TableName };

/** Saves what is on screen as a view, and renames, replaces and deletes those that there are. */
export function ViewsDialog({ opened, onClose, table, ...list }: Props) {
  const { address } = list;
  const holds = inWords(address, list.states);
  return (
    <Modal opened={opened} onClose={onClose} title={words.edit} centered>
      <Stack gap="md">
        {holds === '' ? (
          <Text c="dimmed" size="sm">
            {words.nothingToSave}
          </Text>
        ) : (
          <SaveView table={table} address={address} holds={holds} />
        )}
        <Views {...list} />
        <Text c="dimmed" size="sm">
          {words.private}
        </Text>
      </Stack>
    </Modal>
  );
}

function SaveView({ holds, ...of }: { table: TableName; address: ViewAddress; holds: string }) {
  const view = useDeclaredForm(saveViewForm, of, {
    onDone: () => {
      view.form.reset();
      changed(words.saved);
    },
  });
  return (
    <Form onSend={view.send}>
      <Stack gap="xs">
        <TextInput label={words.name} description={holds} autoComplete="off" data-autofocus {...view.field('name')} />
        <FormErrorSummary>{view.refusal}</FormErrorSummary>
        <Group>
          <Button type="submit" loading={view.pending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function Views({ views, error, onRetry, ...shared }: ListProps) {
  const list = useRef<HTMLElement>(null);
  if (views === undefined)
    return error === null ? (
      <Skeleton height={60} radius="sm" aria-busy />
    ) : (
      <ErrorState error={error} onRetry={onRetry} />
    );
  return (
    <section ref={list} aria-label={words.label} tabIndex={-1}>
      {views.length === 0 ? (
        <Text>{words.empty}</Text>
      ) : (
        <ul className={classes.views}>
          {views.map((view) => (
            <View key={view.id} view={view} list={list} {...shared} />
          ))}
        </ul>
      )}
    </section>
  );
}

function View({ view, list, states, address }: Shared & { view: SavedView; list: RefObject<HTMLElement | null> }) {
  /** null until it was renamed once: whoever comes back from that goes on at its button. */
  const [renaming, setRenaming] = useState<boolean | null>(null);
  const failed = { failed: words.failed, onProblem: ({ detail }: { detail: string }) => toast.error(detail) };
  const replace = useSubmit('PATCH /admin/views/:id', { ...failed, onSuccess: () => changed(words.replaced) });
  const remove = useSubmit('DELETE /admin/views/:id', {
    ...failed,
    onSuccess: () => {
      // The button goes with its view.
      list.current?.focus();
      changed(words.removed);
    },
  });
  const params = { id: view.id };
  return (
    <li className={classes.view}>
      {renaming === true ? (
        <RenameView view={view} onClose={() => setRenaming(false)} />
      ) : (
        <>
          <div className={classes.text}>
            <Text fw={500} dir="auto">
              {view.name}
            </Text>
            <Text size="sm" c={view.fits ? 'dimmed' : 'var(--danger)'}>
              {view.fits ? inWords(view.address, states) : words.misfit}
            </Text>
          </div>
          <Group gap={4}>
            <Button
              variant="default"
              size="compact-sm"
              autoFocus={renaming === false}
              aria-label={words.renameOf(view.name)}
              onClick={() => setRenaming(true)}
            >
              {words.rename}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.replaceOf(view.name)}
              disabled={inWords(address, states) === ''}
              loading={replace.pending}
              onClick={() => void replace.submit({ params, body: { address } })}
            >
              {words.replace}
            </Button>
            <Button
              variant="subtle"
              color="loss"
              size="compact-sm"
              aria-label={words.removeOf(view.name)}
              loading={remove.pending}
              onClick={() => void remove.submit({ params })}
            >
              {words.remove}
            </Button>
          </Group>
        </>
      )}
    </li>
  );
}

function RenameView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const rename = useDeclaredForm(renameViewForm, view, {
    onDone: () => {
      changed(words.renamed);
      onClose();
    },
  });
  return (
    <div className={classes.rename}>
      <Form onSend={rename.send} label={words.renameOf(view.name)}>
        <Stack gap="xs">
          <TextInput label={words.newName} autoComplete="off" autoFocus {...rename.field('name')} />
          <FormErrorSummary>{rename.refusal}</FormErrorSummary>
          <Group gap="xs">
            <Button type="submit" size="compact-sm" loading={rename.pending}>
              {words.rename}
            </Button>
            <Button variant="default" size="compact-sm" onClick={onClose}>
              {words.cancel}
            </Button>
          </Group>
        </Stack>
      </Form>
    </div>
  );
}

function inWords({ q = '', status = '', sort = 'newest' }: ViewAddress, states: Shared['states']): string {
  return [
    status === '' ? '' : (states[status] ?? status),
    q === '' ? '' : words.search(q),
    sort === 'newest' ? '' : (SORTS[sort] ?? sort),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function changed(said: string): void {
  void queryClient.invalidateQueries({ queryKey: ['views'] });
  toast.success(said);
}
