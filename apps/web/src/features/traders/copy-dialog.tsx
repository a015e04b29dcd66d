import { startCopyBody, type Trader } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Amount } from '../../ui/amount.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { Percent } from './percent.tsx';
import { Figure } from './record-figures.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './traders.module.css';

const { dialog } = words;
const EMPTY = { amount: '', copy_open: false, stop_loss: '' };
type Values = typeof EMPTY;
const rules = rulesOf(startCopyBody);

/** What somebody must know before copying: what it asks for, what it costs, and what will happen. */
export function CopyDialog({ trader, onClose }: { trader: Trader | null; onClose: () => void }) {
  return (
    <Modal
      opened={trader !== null}
      onClose={onClose}
      title={trader === null ? '' : dialog.title(trader.name)}
      size="lg"
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      {trader !== null && <Question key={trader.id} trader={trader} onClose={onClose} />}
    </Modal>
  );
}

function Question({ trader, onClose }: { trader: Trader; onClose: () => void }) {
  const account = useQuery(queries.account());
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: (values) => rules(bodyOf(values)),
  });
  const start = useSubmit('POST /traders/:id/copy', {
    form,
    topics: ['traders', 'copies', 'trades', 'account'],
    onSuccess: () => {
      toast.success(messages.copy.started);
      onClose();
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const told = start.problem !== null && start.problem.fields.length === 0 ? start.problem.detail : null;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void start.submit({ params: { id: trader.id }, body: bodyOf(values) }),
        focusFirstError,
      )}
    >
      <Stack gap="md">
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
          {...form.getInputProps('amount')}
        />
        <Checkbox
          label={dialog.copyOpen}
          description={dialog.copyOpenHint}
          {...form.getInputProps('copy_open', { type: 'checkbox' })}
        />
        <DecimalInput
          label={dialog.stopLoss}
          description={dialog.stopLossHint}
          leftSection="$"
          {...form.getInputProps('stop_loss')}
        />
        <section aria-label={dialog.what}>
          <h3 className={classes.noneTitle}>{dialog.what}</h3>
          <ul className={classes.points}>
            {dialog.points(trader.profit_share).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
        <FormErrorSummary>{told}</FormErrorSummary>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiWords.cancel}
          </Button>
          <Button type="submit" loading={start.pending}>
            {dialog.start}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf({ amount, copy_open, stop_loss }: Values) {
  const stopLoss = stop_loss.trim();
  return { amount: amount.trim(), copy_open, ...(stopLoss !== '' && { stop_loss: stopLoss }) };
}
