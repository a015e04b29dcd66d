import type { Trader } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Amount } from '../../ui/amount.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { KnowledgeFirst, useKnowledgeFirst } from '../knowledge/index.ts';
import { Percent } from './percent.tsx';
import { Figure } from './record-figures.tsx';
import { copyForm } from './trader.form.ts';
import classes from './traders.module.css';

const { dialog } = words;

/** What somebody must know before copying: what it asks for, what it costs, and what will happen. */
export function CopyDialog({ trader, onClose }: { trader: Trader | null; onClose: () => void }) {
  return (
    <Dialog
      opened={trader !== null}
      onClose={onClose}
      title={trader === null ? '' : dialog.title(trader.name)}
      size="lg"
    >
      {trader !== null && <Question key={trader.id} trader={trader} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ trader, onClose }: { trader: Trader; onClose: () => void }) {
  const account = useQuery(queries.account());
  const asked = useKnowledgeFirst() !== null;
  const start = useDeclaredForm(copyForm, trader, {
    onDone: () => {
      toast.success(messages.copy.started);
      onClose();
    },
  });
  return (
    <DialogForm
      act={dialog.start}
      pending={start.pending}
      disabled={asked}
      refusal={start.refusal}
      onSend={start.send}
      onClose={onClose}
    >
      <KnowledgeFirst />
      <dl className={`${classes.figures} ${classes.wide}`}>
        <Figure name={dialog.available}>
          {account.data === undefined ? '—' : <Amount value={account.data.available} />}
        </Figure>
        <Figure name={words.figures.minibalance}>
          <Amount value={trader.minibalance} />
        </Figure>
        <Figure name={words.figures.profitShare}>
          <Percent value={trader.profit_share} />
        </Figure>
      </dl>
      <DecimalInput
        label={dialog.amount}
        description={dialog.amountHint}
        leftSection="$"
        data-autofocus
        {...start.field('amount')}
      />
      <Checkbox
        label={dialog.copyOpen}
        description={dialog.copyOpenHint}
        {...start.field('copy_open', { type: 'checkbox' })}
      />
      <DecimalInput
        label={dialog.stopLoss}
        description={dialog.stopLossHint}
        leftSection="$"
        {...start.field('stop_loss')}
      />
      <section aria-label={dialog.what}>
        <h3 className={classes.noneTitle}>{dialog.what}</h3>
        <ul className={classes.points}>
          {dialog.points(trader.profit_share, trader.kind === 'bot').map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </DialogForm>
  );
}
