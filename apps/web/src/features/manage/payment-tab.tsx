import type { Wallets } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { siteWords } from '@clearbook/contracts/words/site';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useFollowing } from '../../lib/use-following.ts';
import { DemoOnly } from '../../ui/demo-only.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { lastAddresses, walletsDiffer, walletsForm } from './manage.form.ts';
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

function WalletForm({ saved }: { saved: Wallets }) {
  const live = useQuery(queries.me()).data?.mode === 'live';
  const save = useDeclaredForm(walletsForm, saved, {
    onDone: (reply) => {
      const proposed = live && walletsDiffer(save.form.getValues(), saved);
      save.form.setValues({ ...lastAddresses(reply), reason: '', set_by: reply.set_by });
      if (proposed) return toast.success(messages.admin.walletsProposed);
      toast.success(
        reply.created_at === reply.updated_at ? messages.admin.walletsCreated : messages.admin.walletsUpdated,
      );
    },
    onProblem: ({ code, detail }, beside) => {
      if (code === 'proposal.overtaken') save.form.setFieldValue('set_by', undefined);
      if (!beside) toast.error(messages.admin.walletsFailed(detail));
    },
  });
  useFollowing(
    save.form,
    { ...lastAddresses(saved), set_by: saved.set_by },
    { name: 'set_by', of: ['bitcoin', 'ethereum', 'usdt'] },
  );
  const { values, field, refusal } = save;
  const differs = walletsDiffer(values, saved);

  return (
    <Form onSend={save.send}>
      <Stack>
        <div>
          <Title order={2}>{payment.heading}</Title>
          <Text c="dimmed" size="sm" mt={4}>
            {saved.upcoming === null ? payment.intro : siteWords.upcoming.intro(formatDateTime(saved.upcoming.from))}
          </Text>
        </div>
        <DemoOnly>
          <Alert color="ink">{payment.demo}</Alert>
        </DemoOnly>
        <TextInput label={payment.bitcoin} autoComplete="off" spellCheck={false} {...field('bitcoin')} />
        <TextInput label={payment.ethereum} autoComplete="off" spellCheck={false} {...field('ethereum')} />
        <TextInput
          label={payment.usdt}
          description={payment.usdtHint}
          autoComplete="off"
          spellCheck={false}
          {...field('usdt')}
        />
        {/* The first addresses replace nothing; from then on clients have been shown them, and a change is asked for its reason. */}
        {differs && saved.updated_at !== null ? (
          <ReasonField inPage hint={payment.reasonHint} {...field('reason')} />
        ) : null}
        {differs ? (
          <TwoPeopleNote>{live ? siteWords.walletsNotice : siteWords.mailed}</TwoPeopleNote>
        ) : saved.proposal_id === null ? null : (
          <WaitsForSecond />
        )}
        <FormErrorSummary>{refusal === null ? null : messages.admin.walletsFailed(refusal)}</FormErrorSummary>
        <div className={classes.foot}>
          <Text size="sm" c="dimmed">
            {saved.updated_at === null ? payment.never : payment.updated(formatDateTime(saved.updated_at))}
          </Text>
          <Can permission="wallet.change">
            <Button type="submit" loading={save.pending}>
              {payment.update}
            </Button>
          </Can>
        </div>
        {saved.upcoming === null ? null : <UpcomingAddresses now={saved} upcoming={saved.upcoming} />}
      </Stack>
    </Form>
  );
}
