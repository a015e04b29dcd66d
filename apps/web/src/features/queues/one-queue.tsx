import type { Permission } from '@clearbook/contracts/permissions';
import type { QueueItem as Item, QueueName } from '@clearbook/contracts/queues';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePageKeys } from '../../app/shortcuts.ts';
import { queries } from '../../lib/queries.ts';
import { useShown } from '../../lib/use-shown.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { StepButton } from '../../ui/step-button.tsx';
import { useCan } from '../manage/index.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BULK, TYPED_FOR_EACH, type Verdict } from './bulk.ts';
import { QueueFilters } from './queue-filters.tsx';
import { QueueItem } from './queue-item.tsx';
import { QueueList } from './queue-list.tsx';
import classes from './queues.module.css';
import type { QueueAddress } from './use-queue-address.ts';

/** What approving and rejecting there takes; undefined where an item is not decided by these two. */
const DECIDES: Readonly<Record<QueueName, Permission | undefined>> = {
  deposits: 'deposit.decide',
  loans: 'loan.review',
  withdrawals: 'withdrawal.decide',
  not_received: undefined,
  verifications: 'verification.decide',
  source_of_funds: 'verification.decide',
  proposals: undefined,
};

/** One queue: what waits, and the chosen item. Deciding one says what was done, and leads to the next in the same place of the list. */
export function OneQueue({ queue, address }: { queue: QueueName; address: QueueAddress }) {
  const list = useInfiniteQuery(queries.adminQueue(queue, address.filters));
  const items = list.data?.pages.flatMap(({ data }) => data);
  const bulk = useDecides(queue) && BULK[queue] !== undefined;
  const { selected, setSelected, toggle } = useSelection();
  const picked = items?.filter(({ id }) => selected.has(id)) ?? [];
  const [asking, setAsking] = useState<Asking | null>(null);
  const asked = useShown(asking);
  const reason = useState('');
  const { pane, choose } = usePane(address);
  const { at, step, onDecided } = usePlace(items, address);
  useKeys(pane, { step, select: () => address.item !== null && at !== -1 && bulk && toggle(address.item) });

  return (
    <>
      <QueueFilters queue={queue} address={address} />
      {items === undefined ? (
        list.isPending ? (
          <Skeleton height={240} radius="md" aria-busy />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : items.length === 0 && address.item === null ? (
        <EmptyState
          kind={address.filtered ? 'search' : 'waiting'}
          title={address.filtered ? words.noneMatch : words.nothing}
          {...(!address.filtered && { text: words.nothingText })}
        />
      ) : (
        <div className={classes.split}>
          <div className={classes.side}>
            {bulk && picked.length > 0 && (
              <Selected
                queue={queue}
                count={picked.length}
                onAsk={(verdict) => setAsking({ id: crypto.randomUUID(), items: picked, verdict })}
                onClear={() => setSelected(new Set())}
              />
            )}
            <QueueList
              queue={queue}
              items={items}
              chosen={address.item}
              onChoose={choose}
              {...(bulk && { selected })}
              onSelect={toggle}
            />
            {list.hasNextPage && (
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {words.more}
              </Button>
            )}
            <Keys queue={queue} selects={bulk} />
          </div>
          <div ref={pane} className={classes.pane}>
            <Chosen queue={queue} id={address.item} items={items} at={at} onStep={step} onDecided={onDecided} />
          </div>
        </div>
      )}
      {asked !== null && (
        <BulkDialog
          key={asked.id}
          queue={queue}
          items={asked.items}
          verdict={asked.verdict}
          reason={reason}
          opened={asking !== null}
          onClose={(decided) => {
            setAsking(null);
            if (picked.every(({ id }) => decided.has(id))) goOnFromPage();
            setSelected((now) => new Set([...now].filter((id) => !decided.has(id))));
            if (address.item !== null && decided.has(address.item)) address.choose(null);
          }}
        />
      )}
    </>
  );
}

function useDecides(queue: QueueName): boolean {
  const can = useCan();
  const needed = DECIDES[queue];
  return needed !== undefined && can(needed);
}

/** The keys that do something here for whoever is looking. */
function Keys({ queue, selects }: { queue: QueueName; selects: boolean }) {
  const claims = useCan()('queue.claim');
  const keys: string[] = [words.stepKeys];
  if (queue === 'proposals') keys.push(words.lookKey);
  if (useDecides(queue)) keys.push(words.decideKeys);
  if (claims) keys.push(words.claimKey);
  if (selects) keys.push(words.selectKey);
  return (
    <Text size="xs" c="dimmed" className={classes.keys}>
      {words.keys(keys)}
    </Text>
  );
}

/** The buttons go with what was selected: Tab goes on from the page's content. */
function goOnFromPage(): void {
  document.querySelector('main')?.focus();
}

/** As in queues.module.css: the chosen item lies above the list. */
const ONE_COLUMN = '(max-width: 900px)';

/** Where the list is below the chosen item, whoever chooses another one is led up to it. */
function usePane({ item, choose }: QueueAddress) {
  const pane = useRef<HTMLDivElement>(null);
  const show = () => matchMedia(ONE_COLUMN).matches && pane.current?.scrollIntoView({ block: 'start' });
  useEffect(() => {
    if (item !== null) show();
  }, [item]);
  const pick = (id: string) => {
    if (id === item) show();
    else choose(id);
  };
  return { pane, choose: pick };
}

/** What is asked about stays what it was while the list below goes on. */
type Asking = { readonly id: string; readonly items: readonly Item[]; readonly verdict: Verdict };

/** Where the chosen item stands in the list, -1 once it has left it, and the ways to others. */
function usePlace(items: readonly Item[] | undefined, address: QueueAddress) {
  const at = items?.findIndex(({ id }) => id === address.item) ?? -1;
  /** Once it has left the list, the next one is in its place. */
  const [place, setPlace] = useState(0);
  if (at !== -1 && at !== place) setPlace(at);
  const [before, after] = at === -1 ? [place - 1, place] : [at - 1, at + 1];
  const step = (by: 1 | -1) => {
    const next = items?.[by === 1 ? after : before];
    if (next !== undefined) address.choose(next.id);
  };
  const onDecided = () => address.choose((items?.[after] ?? items?.[before])?.id ?? null);
  return { at, step, onDecided };
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setSelected((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { selected, setSelected, toggle };
}

/** A, R and C press the button of the chosen item that names that key. */
function useKeys(pane: RefObject<HTMLElement | null>, on: { step: (by: 1 | -1) => void; select: () => void }): void {
  const press = (key: string) => () =>
    pane.current?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${key}"]:not([disabled])`)?.click();
  usePageKeys({ j: () => on.step(1), k: () => on.step(-1), a: press('A'), r: press('R'), c: press('C'), x: on.select });
}

type ChosenProps = {
  queue: QueueName;
  id: string | null;
  items: readonly Item[];
  at: number;
  onStep: (by: 1 | -1) => void;
  onDecided: () => void;
};

/** The chosen item below the ways to its neighbours. What somebody else decided stays here, as it was decided. */
function Chosen({ queue, id, items, at, onStep, onDecided }: ChosenProps) {
  if (id === null)
    return (
      <div className={classes.unchosen}>
        <EmptyState title={words.choose} text={words.chooseText} />
      </div>
    );
  return (
    <>
      <Group gap="xs" justify="flex-end">
        <StepButton off={at <= 0} onStep={() => onStep(-1)}>
          {words.previous}
        </StepButton>
        <StepButton off={at >= items.length - 1} onStep={() => onStep(1)}>
          {words.next}
        </StepButton>
      </Group>
      <QueueItem key={id} queue={queue} id={id} item={items[at]} onDecided={onDecided} />
    </>
  );
}

function Selected({
  queue,
  count,
  onAsk,
  onClear,
}: {
  queue: QueueName;
  count: number;
  onAsk: (verdict: Verdict) => void;
  onClear: () => void;
}) {
  const live = useQuery(queries.me()).data?.mode === 'live';
  const oneByOne = live && TYPED_FOR_EACH.has(queue);
  return (
    <Group gap="xs" mb="xs" role="group" aria-label={words.selected(count)}>
      <Text size="sm">{words.selected(count)}</Text>
      {oneByOne ? null : (
        <Button size="xs" onClick={() => onAsk('approve')}>
          {words.approveSelected}
        </Button>
      )}
      <Button size="xs" variant="outline" color="loss" onClick={() => onAsk('reject')}>
        {words.rejectSelected}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        {words.clearSelected}
      </Button>
      {oneByOne ? (
        <Text size="xs" c="dimmed">
          {words.oneByOne}
        </Text>
      ) : null}
    </Group>
  );
}
