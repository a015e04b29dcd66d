import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import type { ChartLayout, SavedLayout } from '@clearbook/contracts/chart';
import { layoutWords as words } from '@clearbook/contracts/words/layouts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { Form } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './chart.module.css';
import { placesShown } from './layout.ts';
import { renameLayoutForm, saveLayoutForm } from './layouts.form.ts';
import { chartQueries } from './queries.ts';

type Shared = {
  /** What is on screen. */
  layout: ChartLayout;
  onOpen: (layout: ChartLayout) => void;
};

/** Opens, renames, replaces and deletes the client's layouts, and keeps what is on screen as another. */
export default function SavedLayouts(props: Shared) {
  const { data, error, refetch } = useQuery(chartQueries.layouts());
  const list = useRef<HTMLElement>(null);
  return (
    <section ref={list} aria-label={words.label} tabIndex={-1}>
      <h3 className={classes.menuTitle}>{words.label}</h3>
      {data === undefined && error === null && <Skeleton height={60} radius="sm" aria-busy />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className={classes.hint}>{words.empty}</p>}
      {data !== undefined && data.data.length > 0 && (
        <ul className={classes.rows}>
          {data.data.map((saved) => (
            <Saved key={saved.id} saved={saved} list={list} {...props} />
          ))}
        </ul>
      )}
      <SaveLayout layout={props.layout} />
    </section>
  );
}

function SaveLayout({ layout }: Pick<Shared, 'layout'>) {
  const save = useDeclaredForm(saveLayoutForm, layout, {
    onDone: () => {
      save.form.reset();
      changed(words.saved);
    },
  });
  return (
    <Form onSend={save.send} label={words.save}>
      <Stack gap="xs" mt={8}>
        <TextInput size="xs" label={words.name} autoComplete="off" {...save.field('name')} />
        <FormErrorSummary>{save.refusal}</FormErrorSummary>
        <Button type="submit" size="xs" variant="default" loading={save.pending}>
          {words.save}
        </Button>
      </Stack>
    </Form>
  );
}

type SavedProps = Shared & { saved: SavedLayout; list: RefObject<HTMLElement | null> };

function Saved({ saved, list, layout, onOpen }: SavedProps) {
  const { id, name } = saved;
  /** null until it was renamed once: whoever comes back from that goes on at its button. */
  const [renaming, setRenaming] = useState<boolean | null>(null);
  const failed = { failed: words.failed, onProblem: ({ detail }: { detail: string }) => toast.error(detail) };
  const replace = useSubmit('PATCH /me/layouts/:id', { ...failed, onSuccess: () => changed(words.replaced) });
  const remove = useSubmit('DELETE /me/layouts/:id', {
    ...failed,
    onSuccess: () => {
      // The button goes with its layout.
      list.current?.focus();
      changed(words.removed);
    },
  });
  if (renaming === true)
    return (
      <li className={classes.row}>
        <Rename saved={saved} onClose={() => setRenaming(false)} />
      </li>
    );
  return (
    <li className={classes.row}>
      <p className={classes.layoutName}>
        <bdi>{name}</bdi> <span className={classes.short}>{assetsOf(saved.layout)}</span>
      </p>
      <Group gap={4}>
        <Button
          variant="default"
          size="compact-xs"
          aria-label={words.openOf(name)}
          onClick={() => onOpen(saved.layout)}
        >
          {words.open}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          autoFocus={renaming === false}
          aria-label={words.renameOf(name)}
          onClick={() => setRenaming(true)}
        >
          {words.rename}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={words.replaceOf(name)}
          loading={replace.pending}
          onClick={() => void replace.submit({ params: { id }, body: { layout } })}
        >
          {words.replace}
        </Button>
        <Button
          variant="subtle"
          color="loss"
          size="compact-xs"
          aria-label={words.removeOf(name)}
          loading={remove.pending}
          onClick={() => void remove.submit({ params: { id } })}
        >
          {words.remove}
        </Button>
      </Group>
    </li>
  );
}

function Rename({ saved, onClose }: { saved: SavedLayout; onClose: () => void }) {
  const rename = useDeclaredForm(renameLayoutForm, saved, {
    onDone: () => {
      changed(words.renamed);
      onClose();
    },
  });
  return (
    <Form onSend={rename.send} label={words.renameOf(saved.name)}>
      <Stack gap="xs">
        <TextInput size="xs" label={words.newName} autoComplete="off" autoFocus {...rename.field('name')} />
        <FormErrorSummary>{rename.refusal}</FormErrorSummary>
        <Group gap="xs">
          <Button type="submit" size="compact-xs" loading={rename.pending}>
            {words.rename}
          </Button>
          <Button variant="default" size="compact-xs" onClick={onClose}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** The assets that it shows. */
function assetsOf(layout: ChartLayout): string {
  const shown = placesShown(layout, layout.shown).map((at) => layout.charts[at]?.symbol ?? null);
  return shown.filter((symbol) => symbol !== null).join(', ');
}

function changed(said: string): void {
  void queryClient.invalidateQueries(chartQueries.layouts());
  toast.success(said);
}
