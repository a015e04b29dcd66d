import { putWalletsBody } from '@clearbook/contracts/admin';
import type { Wallets } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DemoOnly } from '../../ui/demo-only.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { ReasonField } from './reason-field.tsx';
import { RecordState } from './record-state.tsx';
import { TwoPeopleNote, WaitsForSecond } from './two-people-note.tsx';
import { UpcomingAddresses } from './upcoming-addresses.tsx';
import classes from './manage.module.css';

const { payment } = words;

/** The addresses that clients send their deposits to. */
export function PaymentTab() {
  const wallets = useQuery(queries.adminWallets());
  return (
    <div className={classes.formTab}>
      <RecordState query={wallets} notFound={messages.common.notFound}>
        {(saved) => <WalletForm saved={saved} />}
      </RecordState>
    </div>
  );
}

type Values = Pick<Wallets, 'bitcoin' | 'ethereum' | 'usdt'> & { reason: string };

function WalletForm({ saved }: { saved: Wallets }) {
  const live = useQuery(queries.me()).data?.mode === 'live';
  const differs = ({ bitcoin, ethereum, usdt }: Values) =>
    bitcoin !== saved.bitcoin || ethereum !== saved.ethereum || usdt !== saved.usdt;
  // The first addresses replace nothing; from then on clients have been shown them, and a change is asked for its reason.
  const changes = (values: Values) => saved.updated_at !== null && differs(values);
  const bodyOf = ({ reason, ...rest }: Values) => (reason.trim() === '' ? rest : { ...rest, reason });
  const form = useForm({
    mode: 'controlled',
    initialValues: { bitcoin: saved.bitcoin, ethereum: saved.ethereum, usdt: saved.usdt, reason: '' },
    validate: (values) => rulesOf(putWalletsBody)(bodyOf(values)),
  });
  const save = useSubmit('PUT /admin/wallets', {
    form,
    topics: ['wallets', 'proposals'],
    onSuccess: ({ bitcoin, ethereum, usdt, created_at, updated_at }) => {
      const proposed = live && differs(form.getValues());
      form.setValues({ bitcoin, ethereum, usdt, reason: '' });
      if (proposed) return toast.success(messages.admin.walletsProposed);
      toast.success(created_at === updated_at ? messages.admin.walletsCreated : messages.admin.walletsUpdated);
    },
    onProblem: (problem) => {
      if (!showFieldProblems(form, problem)) toast.error(messages.admin.walletsFailed(problem.detail));
      focusFirstError();
    },
  });
  const general =
    save.problem !== null && save.problem.fields.length === 0
      ? messages.admin.walletsFailed(save.problem.detail)
      : null;

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void save.submit({ body: putWalletsBody.parse(bodyOf(values)) }),
        focusFirstError,
      )}
    >
      <Stack>
        <div>
          <Title order={2}>{payment.heading}</Title>
          <Text c="dimmed" size="sm" mt={4}>
            {payment.intro}
          </Text>
        </div>
        <DemoOnly>
          <Alert color="ink">{payment.demo}</Alert>
        </DemoOnly>
        <TextInput label={payment.bitcoin} autoComplete="off" spellCheck={false} {...form.getInputProps('bitcoin')} />
        <TextInput label={payment.ethereum} autoComplete="off" spellCheck={false} {...form.getInputProps('ethereum')} />
        <TextInput
          label={payment.usdt}
          description={payment.usdtHint}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('usdt')}
        />
        {changes(form.values) ? (
          <ReasonField
            inPage
            hint={payment.reasonHint}
            value={form.values.reason}
            error={form.errors['reason']}
            onChange={(typed) => form.setFieldValue('reason', typed)}
          />
        ) : null}
        {differs(form.values) ? (
          <TwoPeopleNote>{live ? siteWords.walletsNotice : siteWords.mailed}</TwoPeopleNote>
        ) : saved.proposal_id === null ? null : (
          <WaitsForSecond />
        )}
        <FormErrorSummary>{general}</FormErrorSummary>
        <div className={classes.foot}>
          <Text size="sm" c="dimmed">
            {saved.updated_at === null ? payment.never : payment.updated(formatDateTime(saved.updated_at))}
          </Text>
          <Button type="submit" loading={save.pending}>
            {payment.update}
          </Button>
        </div>
        {saved.upcoming === null ? null : <UpcomingAddresses upcoming={saved.upcoming} />}
      </Stack>
    </form>
  );
}
