import type { QueueName } from '@clearbook/contracts/queues';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTypedAddress } from '../../lib/use-typed-address.ts';
import { methodLabel } from '../deposits/index.ts';
import { ExportButton } from '../manage/index.ts';
import { withdrawalMethodLabel } from '../withdrawals/index.ts';
import classes from './queues.module.css';
import type { FilterName, QueueAddress } from './use-queue-address.ts';

const DEPOSITS = (['bitcoin', 'ethereum', 'tether'] as const).map((value) => ({ value, label: methodLabel(value) }));
const WITHDRAWALS = (['bank', 'crypto', 'paypal', 'cashapp', 'gcash'] as const).map((value) => ({
  value,
  label: withdrawalMethodLabel(value),
}));
const METHODS: Readonly<Record<QueueName, readonly { value: string; label: string }[]>> = {
  deposits: DEPOSITS,
  loans: [],
  withdrawals: WITHDRAWALS,
  not_received: WITHDRAWALS,
  verifications: [],
  source_of_funds: [],
  proposals: [],
};

/** What narrows and orders a queue. */
export function QueueFilters({ queue, address }: { queue: QueueName; address: QueueAddress }) {
  const { filters, change } = address;
  const choice = (name: FilterName) => ({
    value: filters[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value, item: null }),
  });
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={words.sort}
        {...choice('sort')}
        data={[
          { value: '', label: words.oldest },
          { value: 'newest', label: words.newest },
        ]}
      />
      {METHODS[queue].length > 0 && (
        <NativeSelect
          label={words.method}
          {...choice('method')}
          data={[{ value: '', label: words.anyMethod }, ...METHODS[queue]]}
        />
      )}
      <NativeSelect
        label={words.claims}
        {...choice('claim')}
        data={[
          { value: '', label: words.anyClaim },
          { value: 'free', label: words.free },
          { value: 'mine', label: words.mine },
        ]}
      />
      {queue !== 'verifications' && queue !== 'source_of_funds' && (
        <>
          <Amount label={words.least} name="least" address={address} />
          <Amount label={words.most} name="most" address={address} />
        </>
      )}
      {address.filtered && (
        <Button variant="subtle" className={classes.clear} onClick={address.clear}>
          {words.clear}
        </Button>
      )}
      <ExportButton of={words.names[queue]} file="/admin/queue-items.csv" query={{ queue, ...filters }} />
    </div>
  );
}

function dollars(typed: string): string | null {
  const plain = typed.replaceAll(',', '').trim();
  return /^(?:\d{1,12}(?:\.\d{1,2})?)?$/.test(plain) ? plain : null;
}

/** Dollars as they are typed; asked for once somebody stops. */
function Amount({ label, name, address }: { label: string; name: 'least' | 'most'; address: QueueAddress }) {
  const kept = address.filters[name] ?? '';
  const { change } = address;
  const [typed, setTyped] = useTypedAddress(kept, (text) => change({ [name]: text, item: null }, true), dollars);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      leftSection="$"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
