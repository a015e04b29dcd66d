import { createTraderBody } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { copyWords } from '@clearbook/contracts/words/copying';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, problemText } from '../../lib/api.ts';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { invalidateTopics } from '../../lib/query-client.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { RequireAdmin } from '../manage/index.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './traders.module.css';

const { add: words } = copyWords;
const EMPTY = { name: '', return_rate: '', followers: '', minibalance: '', profit_share: '', client_email: '' };
type Values = typeof EMPTY;
const rules = rulesOf(createTraderBody);

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
  const [picture, setPicture] = useState<File | null>(null);
  const [pictureError, setPictureError] = useState<string>();
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: (values) => rules(bodyOf(values)),
  });
  const create = useSubmit('POST /admin/traders', {
    form,
    topics: ['traders'],
    onSuccess: (trader) => void finish(trader.id),
    onProblem: (problem) => {
      toast.error(messages.trader.createFailed);
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });

  /** The trader exists now; a picture that is refused is said so and can be left out. */
  async function finish(id: string): Promise<void> {
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
    void navigate('/copy-trader');
  }

  const submit = (values: Values) => {
    const refused = picture === null ? null : uploadRefusal(picture, messages.upload.required);
    setPictureError(refused ?? undefined);
    if (refused === null) void create.submit({ body: bodyOf(values) });
  };
  const told = create.problem !== null && create.problem.fields.length === 0 ? create.problem.detail : null;

  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack>
        <TextInput label={words.name} autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label={words.returnRate}
          description={words.typedHint}
          autoComplete="off"
          {...form.getInputProps('return_rate')}
        />
        <TextInput
          label={words.followers}
          description={words.typedHint}
          autoComplete="off"
          {...form.getInputProps('followers')}
        />
        <DecimalInput label={words.minibalance} leftSection="$" {...form.getInputProps('minibalance')} />
        <DecimalInput label={words.profitShare} rightSection="%" {...form.getInputProps('profit_share')} />
        <TextInput
          type="email"
          label={words.email}
          description={words.emailHint}
          autoComplete="off"
          {...form.getInputProps('client_email')}
        />
        <ImageInput
          label={words.picture}
          hint={words.pictureHint}
          previewLabel={words.picturePreview}
          value={picture}
          onChange={(file) => {
            setPicture(file);
            setPictureError(undefined);
          }}
          error={pictureError}
        />
        <FormErrorSummary>{told && `${messages.trader.createFailed} ${told}`}</FormErrorSummary>
        <Button type="submit" loading={create.pending} className={classes.submit ?? ''}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

function bodyOf({ client_email, ...values }: Values) {
  const email = client_email.trim();
  return { ...values, ...(email !== '' && { client_email: email }) };
}
