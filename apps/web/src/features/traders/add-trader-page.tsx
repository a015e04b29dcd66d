import { messages } from '@clearbook/contracts/messages';
import { copyWords } from '@clearbook/contracts/words/copying';
import { Button, Stack, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api, problemText } from '../../lib/api.ts';
import { invalidateTopics } from '../../lib/query-client.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useHere } from '../../lib/use-here.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { RequireAdmin } from '../manage/index.ts';
import { traderForm } from './trader.form.ts';
import classes from './traders.module.css';

const { add: words } = copyWords;

/** /add-trader: staff put somebody on the list. */
export default function AddTraderPage() {
  return (
    <RequireAdmin>
      <PageHeader title={words.title} back={{ to: '/copy-trader', label: copyWords.back }} />
      <Panel className={classes.form}>
        <AddForm />
      </Panel>
    </RequireAdmin>
  );
}

function AddForm() {
  const navigate = useNavigate();
  const here = useHere();
  const create = useDeclaredForm(traderForm, undefined, {
    onDone: (trader) => void finish(trader.id),
    onProblem: () => toast.error(messages.trader.createFailed),
  });
  const { form, field, values } = create;

  /** The trader exists now; a picture that is refused is said so and can be left out. */
  async function finish(id: string): Promise<void> {
    const { picture } = form.getValues();
    if (picture !== null) {
      const data = new FormData();
      data.append('file', picture);
      try {
        await api('POST /admin/traders/:id/picture', { params: { id }, form: data });
      } catch (error) {
        toast.error(`${messages.upload.failed}. ${problemText(error)}`);
      }
      invalidateTopics(['traders']);
    }
    toast.success(messages.trader.created);
    if (here()) void navigate('/copy-trader');
  }

  return (
    <Form onSend={create.send}>
      <Stack>
        <TextInput label={words.name} autoComplete="off" {...field('name')} />
        <TextInput
          label={words.returnRate}
          description={words.typedHint}
          autoComplete="off"
          {...field('return_rate')}
        />
        <TextInput label={words.followers} description={words.typedHint} autoComplete="off" {...field('followers')} />
        <DecimalInput label={words.minibalance} leftSection="$" {...field('minibalance')} />
        <DecimalInput label={words.profitShare} rightSection="%" {...field('profit_share')} />
        <TextInput
          type="email"
          label={words.email}
          description={words.emailHint}
          autoComplete="off"
          {...field('client_email')}
        />
        <ImageInput
          label={words.picture}
          hint={words.pictureHint}
          previewLabel={words.picturePreview}
          value={values.picture}
          onChange={(file) => form.setFieldValue('picture', file)}
          error={create.errors['picture']}
        />
        <FormErrorSummary>{create.refusal && `${messages.trader.createFailed} ${create.refusal}`}</FormErrorSummary>
        <Button type="submit" loading={create.pending} className={classes.submit ?? ''}>
          {words.submit}
        </Button>
      </Stack>
    </Form>
  );
}
