import type { Me } from '@clearbook/contracts';
import type { PurchaseWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { VerifyEntry, type ShownEntry } from '../verify/index.ts';
import { Receipt } from './receipt.tsx';
import classes from './purchases.module.css';

const { receipt: words } = planWords;

/** /receipts/:id. The mail about a purchase and the statement lead here. */
export default function ReceiptPage({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(queries.purchase(id));
  const back =
    data?.kind === 'signal_plan'
      ? { to: '/signal', label: words.toSignal }
      : { to: '/upgrade', label: words.toUpgrade };
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={data === undefined ? words.column : words.title(data.receipt)}
        description={data === undefined ? undefined : words.paid}
        back={back}
        actions={
          data === undefined ? undefined : (
            <Button
              variant="default"
              leftSection={<Printer size={16} aria-hidden />}
              onClick={() => globalThis.print()}
            >
              {words.print}
            </Button>
          )
        }
      />
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={360} radius="lg" />}
      {data !== undefined && (
        <Panel>
          <Receipt purchase={data} />
          <VerifyEntry entry={asShown(data, me.id)} />
        </Panel>
      )}
    </div>
  );
}

/** What the receipt says of its entry: the whole price left the cash, and nothing else moved. */
function asShown({ entry_number: number, at, price: { amount } }: PurchaseWire, client: string): ShownEntry {
  const paid = isZero(amount) ? amount : `-${amount}`;
  return { number, at, client, event: 'plan_bought', total: paid, cash: paid, owed: '0.00' };
}
