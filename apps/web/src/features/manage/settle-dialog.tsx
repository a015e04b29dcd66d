import { settleTradeBody } from '@clearbook/contracts/admin';
import type { AdminTrade } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { centsText } from '../../lib/decimal.ts';
import { formatLots, formatSymbol } from '../../lib/format.ts';
import { useQuotes } from '../../lib/quotes.ts';
import { symbolsFor, unrealized } from '../../lib/ticket.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { CurrentPrice, LiveProfit } from '../trades/index.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { EmailLink } from './email-link.tsx';
import { Facts } from './facts.tsx';
import { firstErrors } from './first-errors.ts';
import { ReasonField } from './reason-field.tsx';
import { LiveNote } from './two-people-note.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';

const { settle: text } = words;
type Typed = { type: 'profit' | 'loss'; amount: string };

/** "Update Trade" (D6): closes at the live quote. What is filled in follows the quote until somebody types another figure. */
export function SettleDialog({ trade, onClose }: { trade: AdminTrade | null; onClose: () => void }) {
  // The dialog keeps its words while it fades out.
  const [shown, setShown] = useState(trade);
  if (trade !== null && trade !== shown) setShown(trade);
  return shown === null ? null : <Settle key={shown.id} trade={shown} opened={trade !== null} onClose={onClose} />;
}

function Settle({ trade, opened, onClose }: { trade: AdminTrade; opened: boolean; onClose: () => void }) {
  const { bySymbol } = useInstruments();
  const instrument = bySymbol.get(trade.symbol);
  const quotes = useQuotes(opened && instrument !== undefined ? symbolsFor(instrument) : []);
  const live = instrument === undefined ? null : unrealized(trade, instrument, quotes);
  const quoted: Typed =
    live === null
      ? { type: 'profit', amount: '' }
      : { type: live < 0n ? 'loss' : 'profit', amount: centsText(live < 0n ? -live : live) };
  const [typed, setTyped] = useState<Typed | null>(null);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const settle = useSubmit('POST /admin/trades/:id/settle', {
    topics: ['trades', 'users', 'proposals'],
    onSuccess: (reply) => {
      toast.success(reply.message);
      onClose();
    },
    onProblem: (problem) => {
      toast.error(`${messages.manual.failed}. ${problem.detail}`);
      setErrors(Object.fromEntries(problem.fields.map((field) => [field.name, field.message])));
    },
  });
  const values = typed ?? quoted;
  const change = (part: Partial<Typed>) => {
    setTyped({ ...values, ...part });
    setErrors({});
  };
  const submit = () => {
    const body = {
      type: values.type,
      amount: values.amount.trim(),
      ...(typed === null && { as_quoted: true }),
      ...(reason.trim() !== '' && { reason }),
    };
    const found = firstErrors(settleTradeBody, body);
    setErrors(found);
    if (Object.keys(found).length === 0)
      void settle.submit({ params: { id: trade.id }, body: settleTradeBody.parse(body) });
  };

  return (
    <DecisionDialog
      opened={opened}
      title={text.title}
      text={text.text}
      act={text.act}
      pending={settle.pending}
      problem={settle.problem !== null && settle.problem.fields.length === 0 ? settle.problem : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <LiveNote>{proposalWords.noticeTrade}</LiveNote>
      <Facts
        facts={[
          [
            words.trades.columns.email,
            <EmailLink key="email" to={`/user/${trade.user_id}`} email={trade.user_email} />,
          ],
          [
            words.trades.columns.asset,
            `${formatSymbol(trade.symbol, instrument?.class)} · ${trade.side === 'buy' ? words.trades.buy : words.trades.sell} ${formatLots(trade.lots)}`,
          ],
          [text.price, <CurrentPrice key="price" trade={trade} instrument={instrument} />],
          [text.quoted, <LiveProfit key="quoted" trade={trade} instrument={instrument} />],
        ]}
      />
      <NativeSelect
        label={text.type}
        data={[
          { value: 'profit', label: text.profit },
          { value: 'loss', label: text.loss },
        ]}
        value={values.type}
        error={errors['type']}
        onChange={(event) => change({ type: event.currentTarget.value === 'loss' ? 'loss' : 'profit' })}
      />
      <DecimalInput
        label={text.amount}
        description={typed === null ? text.live : text.edited}
        leftSection="$"
        value={values.amount}
        error={errors['amount']}
        onChange={(amount) => change({ amount })}
      />
      <ReasonField
        value={reason}
        error={errors['reason']}
        onChange={(next) => {
          setReason(next);
          setErrors({});
        }}
      />
    </DecisionDialog>
  );
}
