import type { AdminTrade } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { NativeSelect } from '@mantine/core';
import { formatLots, formatSymbol } from '../../lib/format.ts';
import { useAskedAgain } from '../../lib/use-asked-again.ts';
import { useQuotes } from '../../lib/quotes.ts';
import { symbolsFor, unrealized } from '../../lib/ticket.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useShown } from '../../lib/use-shown.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { toast } from '../../ui/toast.ts';
import { CurrentPrice, LiveProfit } from '../trades/index.ts';
import { AskDialog } from './ask-dialog.tsx';
import { EmailLink } from './email-link.tsx';
import { Facts } from './facts.tsx';
import { ReasonField } from './reason-field.tsx';
import { quotedOf, type Result, resultOf, settleForm } from './settle.form.ts';
import { LiveNote } from './two-people-note.tsx';

const { settle: text } = words;

/** "Update Trade" (D6): closes at the live quote. What is filled in follows the quote until somebody types another figure. */
export function SettleDialog({ trade, onClose }: { trade: AdminTrade | null; onClose: () => void }) {
  const shown = useShown(trade);
  return shown === null ? null : <Settle key={shown.id} trade={shown} opened={trade !== null} onClose={onClose} />;
}

function Settle({ trade, opened, onClose }: { trade: AdminTrade; opened: boolean; onClose: () => void }) {
  const { bySymbol } = useInstruments();
  const instrument = bySymbol.get(trade.symbol);
  const quotes = useQuotes(opened && instrument !== undefined ? symbolsFor(instrument) : []);
  const quoted = quotedOf(instrument === undefined ? null : unrealized(trade, instrument, quotes));
  const of = { trade, quoted };
  const settle = useDeclaredForm(settleForm, of, {
    onDone: (reply) => {
      toast.success(reply.message);
      onClose();
    },
    onProblem: ({ detail }) => toast.error(`${messages.manual.failed}. ${detail}`),
  });
  useAskedAgain(opened, () => {
    settle.form.clearErrors();
    settle.clear();
  });
  const shown = resultOf(settle.values, of);
  const change = (part: Partial<Result>) => settle.form.setValues({ ...shown, ...part, typed: true });

  return (
    <AskDialog
      opened={opened}
      title={text.title}
      text={text.text}
      act={text.act}
      pending={settle.pending}
      refusal={settle.refusal}
      onSend={settle.send}
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
        value={shown.type}
        error={settle.errors['type']}
        onChange={(event) => change({ type: event.currentTarget.value === 'loss' ? 'loss' : 'profit' })}
      />
      <DecimalInput
        label={text.amount}
        description={settle.values.typed ? text.edited : text.live}
        leftSection="$"
        value={shown.amount}
        error={settle.errors['amount']}
        onChange={(amount) => change({ amount })}
      />
      <ReasonField {...settle.field('reason')} />
    </AskDialog>
  );
}
