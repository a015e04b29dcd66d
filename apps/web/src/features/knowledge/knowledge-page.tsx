import type { Me } from '@clearbook/contracts';
import type { KnowledgeCheck, KnowledgeQuestion } from '@clearbook/contracts/knowledge';
import { accountWords } from '@clearbook/contracts/words/account';
import { knowledgeQuestions, knowledgeWords as words } from '@clearbook/contracts/words/knowledge';
import { Alert, Button, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { answersForm, confirmForm } from './knowledge.form.ts';
import classes from './knowledge.module.css';

const QUESTIONS = Object.keys(knowledgeQuestions) as KnowledgeQuestion[];

/** /knowledge-check: the questions before a first trade, the warning, and going on in spite of it. */
export default function KnowledgePage(_: { me: Me }) {
  const check = useQuery(queries.knowledge());
  return (
    <>
      <PageHeader title={words.title} back={{ to: '/account', label: accountWords.title }} />
      <div className={classes.page}>
        {check.data !== undefined ? (
          <Known check={check.data} />
        ) : check.isError ? (
          <ErrorState title={words.failed} error={check.error} onRetry={() => void check.refetch()} />
        ) : (
          <Skeleton height={480} radius="md" aria-busy />
        )}
      </div>
    </>
  );
}

function Known({ check }: { check: KnowledgeCheck }) {
  const { status, required, confirm_from: from } = check;
  if (status === 'passed') return <Done text={words.passed} />;
  if (status === 'confirmed') return <Done text={words.confirmed} />;
  if (!required) return <Done text={words.notAsked} />;
  if (status === 'unanswered') return <Questions />;
  return (
    <Panel title={words.warningTitle}>
      <Stack>
        <Alert color="loss" role="status">
          {words.warning}
        </Alert>
        {status === 'waiting' && from !== null ? <Text>{words.wait(formatDateTime(from))}</Text> : <Confirm />}
      </Stack>
    </Panel>
  );
}

function Done({ text }: { text: string }) {
  return (
    <Panel>
      <Text role="status">{text}</Text>
      <Button component={Link} to="/trades" mt="md">
        {words.trade}
      </Button>
    </Panel>
  );
}

function Questions() {
  const { field, send, pending, refusal } = useDeclaredForm(answersForm, undefined);
  return (
    <Panel>
      <Form onSend={send}>
        <Stack gap="xl">
          <Text>{words.intro}</Text>
          {QUESTIONS.map((name) => (
            <Radio.Group key={name} label={knowledgeQuestions[name].question} {...field(name)}>
              <Stack gap="xs" mt="xs" mb="xs">
                {Object.entries(knowledgeQuestions[name].answers).map(([value, label]) => (
                  <Radio key={value} value={value} label={label} />
                ))}
              </Stack>
            </Radio.Group>
          ))}
          <FormErrorSummary>{refusal}</FormErrorSummary>
          <div>
            <Button type="submit" loading={pending}>
              {words.submit}
            </Button>
          </div>
        </Stack>
      </Form>
    </Panel>
  );
}

function Confirm() {
  const { send, pending, refusal } = useDeclaredForm(confirmForm, undefined);
  return (
    <Form onSend={send}>
      <Stack>
        <Text>{words.confirmText}</Text>
        <FormErrorSummary>{refusal}</FormErrorSummary>
        <div>
          <Button type="submit" loading={pending}>
            {words.confirm}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
