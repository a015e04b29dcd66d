import { recordTradeBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { focusFirstError, showFieldProblems } from '../../lib/form.ts';
import { formatSymbol, formatUsd } from '../../lib/format.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { EntryChoice } from './entry-choice.tsx';
import { firstErrors } from './first-errors.ts';
import { LiveNote } from './two-people-note.tsx';
import classes from './manage.module.css';

const { user: userWords, record: text } = words;
type Values = {
  type: 'profit' | 'loss';
  symbol: string;
  side: 'buy' | 'sell';
  amount: string;
  corrects: string;
  reason: string;
};
const empty: Values = { type: 'profit', symbol: 'EURUSD', side: 'buy', amount: '', corrects: '', reason: '' };

/** "Add Trade" (D6): a profit or loss written down by hand, shown to the client as what it is. A loss names the entry that it corrects. */
export function RecordTradeForm({ user }: { user: AdminUser }) {
  const { list } = useInstruments();
  const [asking, setAsking] = useState(false);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: empty,
    validate: (values) => firstErrors(recordTradeBody, bodyOf(values)),
  });
  const record = useSubmit('POST /admin/users/:id/trades', {
    topics: ['users', 'account', 'trades', 'proposals'],
    onSuccess: (reply) => {
      setAsking(false);
      form.setValues(empty);
      form.clearErrors();
      toast.success(reply.message);
    },
    onProblem: (problem) => {
      toast.error(`${messages.manual.failed}. ${problem.detail}`);
      if (!showFieldProblems<Values>(form, problem)) return;
      setAsking(false);
      focusFirstError();
    },
  });
  const { values } = form;
  const loss = values.type === 'loss';

  return (
    <>
      <form
        noValidate
        onSubmit={form.onSubmit(() => {
          record.clear();
          setAsking(true);
        }, focusFirstError)}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {text.intro}
          </Text>
          <LiveNote>{proposalWords.notice}</LiveNote>
          <Radio.Group label={text.type} {...form.getInputProps('type')}>
            <Group mt={4}>
              <Radio value="profit" label={text.profit} />
              <Radio value="loss" label={text.loss} />
            </Group>
          </Radio.Group>
          <Group grow align="start">
            <NativeSelect
              label={text.symbol}
              data={(list ?? [{ symbol: 'EURUSD', class: 'forex' as const }]).map((each) => ({
                value: each.symbol,
                label: formatSymbol(each.symbol, each.class),
              }))}
              {...form.getInputProps('symbol')}
            />
            <NativeSelect
              label={text.side}
              data={[
                { value: 'buy', label: words.trades.buy },
                { value: 'sell', label: words.trades.sell },
              ]}
              {...form.getInputProps('side')}
            />
          </Group>
          <TextInput
            label={userWords.amount}
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('amount')}
          />
          {loss ? <EntryChoice userId={user.id} label={text.corrects} props={form.getInputProps('corrects')} /> : null}
          <Textarea label={userWords.reason} autosize minRows={2} {...form.getInputProps('reason')} />
          <Button type="submit" className={classes.start}>
            {text.submit}
          </Button>
        </Stack>
      </form>
      <DecisionDialog
        opened={asking}
        title={(loss ? text.confirmLoss : text.confirmProfit)(form.isValid() ? formatUsd(values.amount) : '')}
        text={userWords.confirmAdjustText(user.email)}
        act={text.submit}
        danger={loss}
        pending={record.pending}
        problem={record.problem}
        onSubmit={() => void record.submit({ params: { id: user.id }, body: recordTradeBody.parse(bodyOf(values)) })}
        onClose={() => setAsking(false)}
      >
        <LiveNote>{proposalWords.notice}</LiveNote>
      </DecisionDialog>
    </>
  );
}

function bodyOf({ corrects, amount, ...rest }: Values) {
  const common = { ...rest, amount: amount.trim() };
  return rest.type === 'loss' && corrects !== '' ? { ...common, corrects } : common;
}
