import type { Me } from '@clearbook/contracts';
import type { Identity, IdentityDocument } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { depositLimitWords } from '@clearbook/contracts/words/deposit-limits';
import { identityDateWords } from '@clearbook/contracts/words/identity-dates';
import { personalWords } from '@clearbook/contracts/words/personal-details';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { LevelLimits } from '../deposits/index.ts';
import { DetailsPanel } from './details-panel.tsx';
import { FundsPanel } from './funds-panel.tsx';
import { identityForm, type Side, SIDES } from './account.form.ts';
import classes from './account.module.css';

const words = accountWords.identity;
const { client: dateWords } = identityDateWords;
const back = { to: '/account', label: accountWords.title };

/** /identity: who the client is, the two pictures, what became of each, and sending again what was declined. */
export default function IdentityPage({ me }: { me: Me }) {
  const identity = useQuery(queries.identity());
  // A demo never asks for anybody's details.
  const live = me.mode === 'live';
  const details = useQuery({ ...queries.personalDetails(), enabled: live });
  const failed = identity.isError && identity.data === undefined ? identity : details;
  return (
    <>
      <PageHeader title={words.title} description={live ? `${words.intro} ${words.live}` : words.intro} back={back} />
      <div className={classes.wide}>
        {identity.data !== undefined && (!live || details.data !== undefined) ? (
          <Stack>
            {details.data === undefined ? null : <DetailsPanel details={details.data.details} />}
            {details.data?.details === null && identity.data.status === 'none' ? (
              <Text c="dimmed">{personalWords.first}</Text>
            ) : (
              <Known identity={identity.data} />
            )}
            {details.data !== undefined && details.data.details !== null && identity.data.status !== 'none' ? (
              <FundsPanel />
            ) : null}
            {live ? (
              <Panel title={depositLimitWords.title}>
                <LevelLimits linked={false} />
              </Panel>
            ) : null}
          </Stack>
        ) : failed.isError ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton height={320} radius="md" aria-busy />
        )}
      </div>
    </>
  );
}

function Known({ identity }: { identity: Identity }) {
  const wanted = SIDES.filter((side) => identity[side]?.status !== 'approved');
  const open = identity.status === 'none' || identity.status === 'declined';
  const [replacing, setReplacing] = useState(false);
  // A document that was approved makes way for a new one once it expires soon.
  const renews = identity.status === 'approved' && identity.dates !== null && identity.dates.validity !== 'valid';
  const replaceable = renews || identity.status === 'pending';
  return (
    <Stack>
      <Panel
        title={words.documents}
        actions={identity.status === 'none' ? undefined : <StatusBadge status={identity.status} />}
      >
        <Text role="status">{stateOf(identity)}</Text>
        {identity.is_verified ? (
          <Text size="sm" c="dimmed" mt={4}>
            {expiryOf(identity)}
          </Text>
        ) : null}
        {identity.status === 'none' ? null : (
          <div className={classes.pair}>
            {SIDES.map((side) => {
              const document = identity[side];
              return document === null ? null : <Document key={document.file} side={side} document={document} />;
            })}
          </div>
        )}
        {replaceable && !replacing ? (
          <Button variant={renews ? 'filled' : 'default'} mt="md" onClick={() => setReplacing(true)}>
            {renews ? dateWords.send : words.replace}
          </Button>
        ) : null}
      </Panel>
      {open ? (
        <SendForm
          key={identity.decided_at ?? 'first'}
          wanted={wanted}
          act={identity.status === 'declined' ? words.sendAgain : words.submit}
        />
      ) : null}
      {replaceable && replacing ? (
        <SendForm
          key={identity.status}
          wanted={SIDES}
          anyOf={!renews}
          act={renews ? dateWords.send : words.replace}
          text={renews ? dateWords.sendText : words.replaceText}
          onSent={() => setReplacing(false)}
        />
      ) : null}
    </Stack>
  );
}

/** What became of what was sent last. An approval before it stands. */
function stateOf({ status, is_verified: verified }: Identity): string {
  if (verified && status === 'pending') return dateWords.waiting;
  if (verified && status === 'declined') return dateWords.declined;
  return words.state[status];
}

function expiryOf({ dates }: Identity): string {
  if (dates === null) return dateWords.notRecorded;
  return dates.expires_on === null ? dateWords.never : dateWords[dates.validity](formatDate(dates.expires_on));
}

function Document({ side, document }: { side: Side; document: IdentityDocument }) {
  const src = `${API_BASE}/files/${document.file}`;
  return (
    <div className={classes.document}>
      <div className={classes.documentHead}>
        <h3>{words[side]}</h3>
        <StatusBadge status={document.status} />
      </div>
      <a href={src} target="_blank" rel="noreferrer" aria-label={words.look(words[side])}>
        <img src={src} alt={words.alt(words[side])} />
      </a>
      <Text size="sm" c="dimmed" mt={6}>
        {words.sent(formatDateTime(document.submitted_at))}
      </Text>
      {document.reason === null ? null : (
        <Text size="sm" mt={6} className={classes.typed}>
          <strong>{words.reason}:</strong> {document.reason}
        </Text>
      )}
    </div>
  );
}

type FormProps = {
  wanted: readonly Side[];
  act: string;
  /** One of them is enough. */
  anyOf?: boolean;
  text?: string;
  onSent?: () => void;
};

function SendForm({ wanted, anyOf = false, act, text, onSent }: FormProps) {
  const send = useDeclaredForm(
    identityForm,
    { wanted, anyOf },
    {
      onDone: () => {
        toast.success(messages.upload.done);
        onSent?.();
      },
      onProblem: () => toast.error(messages.upload.failed),
    },
  );
  const { form, values, errors } = send;

  return (
    <Panel>
      <Form onSend={send.send}>
        <Stack>
          {text === undefined ? null : <Text>{text}</Text>}
          <div className={classes.pair}>
            {wanted.map((side) => (
              <ImageInput
                key={side}
                label={words[side]}
                hint={words.hint}
                previewLabel={words.chosen(words[side])}
                value={values[side]}
                error={errors[side]}
                onChange={(file) => {
                  form.clearFieldError('missing');
                  form.setFieldValue(side, file);
                  if (file !== null) form.validateField(side);
                }}
              />
            ))}
          </div>
          <FormErrorSummary>{errors['missing'] ?? send.problem?.detail}</FormErrorSummary>
          <div>
            <Button type="submit" loading={send.pending}>
              {act}
            </Button>
          </div>
        </Stack>
      </Form>
    </Panel>
  );
}
