import type { DepositMethod } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toCents } from '../../lib/decimal.ts';
import { formatMoney, formatUsd } from '../../lib/format.ts';
import { problemText } from '../../lib/api.ts';
import { queries } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useHere } from '../../lib/use-here.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { methodForm } from './deposit.form.ts';
import classes from './deposits.module.css';

/** How often the shown conversion is worked out again. */
const PRICE_EVERY_MS = 30_000;

const choices = (['bitcoin', 'ethereum', 'tether'] as const).map((value) => ({
  value,
  label: words.method.labels[value],
}));

/** Step 2: in which coin. Going on creates the deposit and locks the rate. */
export function MethodStep({
  amount,
  method: remembered,
  onMethod,
  onBack,
  onDone,
}: {
  amount: string;
  method: DepositMethod | null;
  onMethod: (method: DepositMethod) => void;
  onBack: () => void;
  onDone: (id: string) => void;
}) {
  // The address follows a moment later; the press itself must show right away.
  const of = { amount, method: remembered };
  const here = useHere();
  const create = useDeclaredForm(methodForm, of, {
    onDone: (deposit) => {
      // Whoever comes back here finds it, however late the list is read again.
      queryClient.setQueryData(
        queries.newestDeposits().queryKey,
        (list) => list && { ...list, data: [deposit, ...list.data.filter(({ id }) => id !== deposit.id)] },
      );
      if (here()) onDone(deposit.id);
    },
  });
  const { method } = create.values;
  // Who comes back from a deposit that waits for its payment goes on with it: a second one would count against the most that can be open.
  const { data: newest, isLoading } = useQuery(queries.newestDeposits());
  const same = newest?.data.find(
    (one) =>
      one.status === 'awaiting_payment' &&
      !one.expired &&
      one.method === method &&
      toCents(one.amount.amount) === toCents(amount),
  );

  return (
    <Form onSend={same === undefined ? create.send : () => onDone(same.id)}>
      <Stack>
        <Title order={2} className={classes.pay}>
          {words.method.pay(formatUsd(amount))}
        </Title>
        <ChoiceCards
          legend={words.method.legend}
          choices={choices}
          value={method}
          onChange={(chosen) => {
            create.form.setFieldValue('method', chosen);
            onMethod(chosen);
          }}
          error={create.errors['method']}
        />
        <Conversion amount={amount} method={method} />
        <FormErrorSummary>
          {create.problem?.code === 'deposit.too_many' ? (
            <>
              {create.problem.detail}{' '}
              <Anchor component={Link} to="/deposit-history" inherit underline="always">
                {words.history.title}
              </Anchor>
            </>
          ) : (
            create.problem?.detail
          )}
        </FormErrorSummary>
        <Group grow>
          <Button variant="default" size="md" onClick={onBack}>
            {words.method.back}
          </Button>
          <Button type="submit" size="md" loading={create.pending || isLoading}>
            {words.method.next}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** The amount in coins, worked out again whenever the method changes. Its box never changes height, so nothing jumps. */
function Conversion({ amount, method }: { amount: string; method: DepositMethod | null }) {
  const conversion = useQuery({
    ...queries.conversion(amount, method ?? 'bitcoin'),
    enabled: method !== null,
    // Prices move; a person who hesitates should not be surprised by the locked rate. A failure is theirs to retry.
    refetchInterval: PRICE_EVERY_MS,
    retry: false,
  });
  if (method === null) {
    return (
      <div className={classes.conversion}>
        <Text c="dimmed">{words.method.choose}</Text>
      </div>
    );
  }
  if (conversion.isPending) {
    return (
      <div className={classes.conversion} aria-busy>
        <Skeleton height={14} width="30%" />
        <Skeleton height={24} width="60%" mt={8} />
      </div>
    );
  }
  if (conversion.isError) {
    return (
      <Alert color="ink" role="alert">
        <Text size="sm">{problemText(conversion.error)}</Text>
        <Button
          mt="xs"
          size="xs"
          variant="default"
          loading={conversion.isFetching}
          onClick={() => void conversion.refetch()}
        >
          {words.method.retry}
        </Button>
      </Alert>
    );
  }
  const { pay_amount, rate } = conversion.data;
  return (
    <div className={classes.conversion} role="status">
      <Text size="sm" c="dimmed">
        {words.method.youPay}
      </Text>
      <Text className={classes.coins}>{formatMoney(pay_amount)}</Text>
      <Text size="sm" c="dimmed">
        {words.method.rate(pay_amount.currency, formatUsd(rate))}. {words.method.lock}
      </Text>
    </div>
  );
}
