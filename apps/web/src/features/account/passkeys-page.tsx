import type { Me } from '@clearbook/contracts';
import { PASSKEY_NAME_MAX_LENGTH, type Passkey } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { passkeyWords as words } from '@clearbook/contracts/words/passkeys';
import { Alert, Anchor, Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { namedAddress, passkeysWork } from '../../lib/passkeys-work.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useShown } from '../../lib/use-shown.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { StepUpDialog } from '../access/step-up-dialog.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { renamePasskeyForm } from './passkeys.form.ts';
import classes from './account.module.css';

type Asking = { what: 'rename' | 'remove'; passkey: Passkey } | null;

/** /passkeys: what signs in without a password, and the way to add, rename and remove it. */
export default function PasskeysPage({ me }: { me: Me }) {
  const passkeys = useQuery(queries.passkeys());
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const add = passkeysWork() ? <Button onClick={() => setAdding(true)}>{words.add}</Button> : undefined;
  const found = passkeys.data?.data;
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.intro}
        back={{ to: '/account', label: accountWords.title }}
        actions={found === undefined || found.length === 0 ? undefined : add}
      />
      <div className={classes.wide}>
        <NotHere />
        {found !== undefined ? (
          <Panel title={words.listed}>
            {found.length === 0 ? (
              <EmptyState title={words.empty} text={words.emptyText} action={add} />
            ) : (
              <ul className={classes.rows}>
                {found.map((passkey) => (
                  <li key={passkey.id}>
                    <Row passkey={passkey} onAsk={setAsking} />
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        ) : passkeys.isError ? (
          <ErrorState error={passkeys.error} onRetry={() => void passkeys.refetch()} />
        ) : (
          <Skeleton height={180} radius="md" aria-busy />
        )}
      </div>
      <AddPasskey me={me} opened={adding} onClose={() => setAdding(false)} />
      <Rename passkey={asking?.what === 'rename' ? asking.passkey : null} onClose={close} />
      <Remove me={me} passkey={asking?.what === 'remove' ? asking.passkey : null} onClose={close} />
      <StepUpDialog text={words.confirm} codeOnly={me.two_factor} />
    </>
  );
}

/** Where the address is this machine's number the same page by its name has passkeys. */
function NotHere() {
  if (passkeysWork()) return null;
  const address = namedAddress();
  return (
    <Alert color="ink" mb="md">
      {words.notHere}{' '}
      {address === null ? null : (
        <Anchor href={address} inherit underline="always">
          {words.byName}
        </Anchor>
      )}
    </Alert>
  );
}

function Row({ passkey, onAsk }: { passkey: Passkey; onAsk: (asking: Asking) => void }) {
  const { name, synced, added_at: added, last_used_at: used, stopped_at: stopped } = passkey;
  const times = [
    words.added(formatDateTime(added)),
    used === null ? words.neverUsed : words.used(formatDateTime(used)),
    ...(synced ? [words.synced] : []),
  ];
  return (
    <div className={classes.passkey}>
      <div className={classes.passkeyWords}>
        <Group gap={8}>
          <span className={classes.tileTitle} dir="auto">
            {name}
          </span>
          {stopped === null ? null : <StatusBadge status="refused" label={words.stopped} />}
        </Group>
        <Text className={classes.tileText}>{times.join(' · ')}</Text>
        {stopped === null ? null : <Text size="sm">{words.stoppedText(formatDateTime(stopped))}</Text>}
      </div>
      <Group gap={8}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={words.renameOne(name)}
          onClick={() => onAsk({ what: 'rename', passkey })}
        >
          {words.rename}
        </Button>
        <Button
          variant="outline"
          color="loss"
          size="compact-md"
          aria-label={words.removeOne(name)}
          onClick={() => onAsk({ what: 'remove', passkey })}
        >
          {words.remove}
        </Button>
      </Group>
    </div>
  );
}

type DialogProps = { passkey: Passkey | null; onClose: () => void };

function Rename({ passkey, onClose }: DialogProps) {
  const shown = useShown(passkey);
  return (
    <Dialog opened={passkey !== null} onClose={onClose} title={words.rename}>
      {shown === null ? null : <RenameForm key={shown.id} passkey={shown} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useDeclaredForm(renamePasskeyForm, passkey, {
    onDone: () => {
      toast.success(messages.passkey.renamed);
      onClose();
    },
  });
  return (
    <DialogForm
      act={words.save}
      pending={rename.pending}
      refusal={rename.refusal}
      onSend={rename.send}
      onClose={onClose}
    >
      <TextInput label={words.name} maxLength={PASSKEY_NAME_MAX_LENGTH} data-autofocus {...rename.field('name')} />
    </DialogForm>
  );
}

function Remove({ me, passkey, onClose }: DialogProps & { me: Me }) {
  const text = me.role === 'client' ? words.removeTextClient : words.removeText;
  const shown = useShown(passkey);
  const remove = useSubmit('DELETE /me/passkeys/:id', {
    topics: ['sessions', 'withdrawals', 'mailbox'],
    onSuccess: () => {
      toast.success(messages.passkey.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={passkey !== null}
      title={words.removeTitle}
      confirm={words.remove}
      danger
      pending={remove.pending}
      problem={remove.problem?.detail}
      onConfirm={() => passkey !== null && void remove.submit({ params: { id: passkey.id } })}
      onClose={() => {
        remove.clear();
        onClose();
      }}
    >
      {shown === null ? null : text(shown.name)}
    </ConfirmDialog>
  );
}
