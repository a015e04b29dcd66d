import {
  TIMELINE_KIND_NAMES,
  TIMELINE_KINDS,
  type TimelineItem,
  type TimelineKind,
} from '@clearbook/contracts/timeline';
import { timelineWords as words } from '@clearbook/contracts/words/timeline';
import { Button, NativeSelect, Skeleton, Textarea } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Amount } from '../../ui/amount.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { noteForm } from './note.form.ts';
import { pageOf, stateOf, titleOf } from './timeline-words.ts';
import { useCan } from './use-can.ts';
import classes from './timeline.module.css';

/** Everything that happened with a client, newest first, and while the account is open a field for what the next colleague should know. */
export function TimelinePanel({ userId, open }: { userId: string; open: boolean }) {
  const [shown, setShown] = useAddress('timeline');
  const can = useCan();
  const kinds = TIMELINE_KIND_NAMES.filter((name) => can(TIMELINE_KINDS[name]));
  const kind = kinds.find((name) => name === shown) ?? '';
  return (
    <Panel
      title={words.title}
      actions={
        <NativeSelect
          aria-label={words.show}
          value={kind}
          data={[{ value: '', label: words.all }, ...kinds.map((name) => ({ value: name, label: words.kinds[name] }))]}
          onChange={(event) => setShown(event.currentTarget.value)}
        />
      }
    >
      {open && (
        <Can permission="client.note">
          <NoteForm userId={userId} />
        </Can>
      )}
      <Items userId={userId} kind={kind} />
    </Panel>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const note = useDeclaredForm(
    noteForm,
    { id: userId },
    {
      onDone: () => {
        note.form.reset();
        toast.success(words.added);
      },
    },
  );
  return (
    <Form onSend={note.send}>
      <div className={classes.write}>
        <Textarea label={words.write} description={words.writeHint} autosize minRows={2} {...note.field('text')} />
        <FormErrorSummary>{note.refusal}</FormErrorSummary>
        <Button type="submit" variant="default" className={classes.add ?? ''} loading={note.pending}>
          {words.add}
        </Button>
      </div>
    </Form>
  );
}

function Items({ userId, kind }: { userId: string; kind: TimelineKind | '' }) {
  const list = useInfiniteQuery(queries.adminTimeline(userId, kind === '' ? undefined : kind));
  const items = list.data?.pages.flatMap(({ data }) => data);
  if (items === undefined)
    return list.isPending ? (
      <Skeleton height={160} aria-busy />
    ) : (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    );
  if (items.length === 0)
    return kind === '' ? (
      <EmptyState title={words.nothing} text={words.nothingText} />
    ) : (
      <EmptyState kind="search" title={words.nothingOfKind} />
    );
  return (
    <>
      <ul className={classes.items} aria-label={words.title}>
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}

function Item({ item }: { item: TimelineItem }) {
  const page = pageOf(item);
  const state = stateOf(item);
  const at = formatDateTime(item.at);
  return (
    <>
      <p className={classes.head}>
        {page === null ? <strong>{titleOf(item)}</strong> : <Link to={page}>{titleOf(item)}</Link>}
        {item.status !== null && state !== null && <StatusBadge status={item.status} label={state} />}
        {item.amount !== null && (
          <span className={classes.amount}>
            <Amount value={item.amount} trend={item.kind === 'entry' || item.kind === 'trade_closed'} />
          </span>
        )}
      </p>
      {item.text !== null && (
        <p className={classes.text} dir="auto">
          {item.text}
        </p>
      )}
      <p className={classes.fact}>{item.by === null ? at : words.by(at, item.by)}</p>
    </>
  );
}
