import type { TableName } from '@clearbook/contracts/table-sorts';
import type { ViewAddress } from '@clearbook/contracts/views';
import { viewWords as words } from '@clearbook/contracts/words/views';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useCan } from './use-can.ts';
import { ViewsDialog } from './views-dialog.tsx';
import classes from './views.module.css';

type Props = {
  table: TableName;
  states: Readonly<Record<string, string>> | undefined;
  /** What is on screen. */
  address: ViewAddress;
  onPick: (address: ViewAddress) => void;
};

/** The person's own views of a table: picked beside its filters, kept in a dialog. */
export function SavedViews(props: Props) {
  return useCan()('queue.read') ? <Views {...props} /> : null;
}

function Views({ table, states = {}, address, onPick }: Props) {
  const saved = useQuery(queries.adminViews());
  const [picked, setPicked] = useState('');
  const [editing, setEditing] = useState(false);
  const views = saved.data?.data
    .filter((view) => view.table === table)
    // A filter that this page has no words for would be taken for none at all, and everything shown.
    .map((view) => ({ ...view, fits: view.fits && Object.hasOwn({ ...states, '': '' }, view.address.status ?? '') }));
  const onScreen = views?.filter((view) => view.fits && isSame(view.address, address)) ?? [];
  const current = onScreen.find(({ id }) => id === picked) ?? onScreen[0];
  return (
    <>
      {views === undefined || views.length === 0 ? null : (
        <NativeSelect
          className={classes.pick}
          aria-label={words.label}
          value={current?.id ?? ''}
          data={[
            { value: '', label: words.none },
            ...views.map(({ id, name, fits }) => ({
              value: id,
              label: fits ? name : words.misfitOption(name),
              disabled: !fits,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setPicked(value);
            onPick(views.find(({ id }) => id === value)?.address ?? {});
          }}
        />
      )}
      <Button
        variant="default"
        aria-haspopup="dialog"
        leftSection={<Bookmark size={16} aria-hidden />}
        onClick={() => setEditing(true)}
      >
        {words.edit}
      </Button>
      <ViewsDialog
        opened={editing}
        onClose={() => setEditing(false)}
        table={table}
        states={states}
        address={address}
        views={views}
        error={saved.error}
        onRetry={() => void saved.refetch()}
      />
    </>
  );
}

function isSame(a: ViewAddress, b: ViewAddress): boolean {
  return (
    (a.q ?? '') === (b.q ?? '') &&
    (a.status ?? '') === (b.status ?? '') &&
    (a.sort ?? 'newest') === (b.sort ?? 'newest')
  );
}
