import type { Me } from '@clearbook/contracts';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { firstMessages as messages } from '@clearbook/contracts/first-messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { later } from '../../lib/part.ts';
import { STORED } from '../../app/storage-names.ts';
import { firstQueries as queries } from '../../lib/first-queries.ts';
import { passkeysWork } from '../../lib/passkeys-work.ts';
import { useStored } from '../../lib/stored.ts';
import { DemoOnly } from '../../ui/demo-only.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import { safeTarget } from './safe-target.ts';
import { TryAsGuest } from './try-as-guest.tsx';
import { beginSession, type CameFrom } from './session.ts';
import { useLoginForm } from './use-login-form.ts';

const CodeStep = later(() => import('./code-step.tsx'));
const PasskeyStep = later(() => import('./passkey-step.tsx'));

/** The screen at / and /login. Somebody who is still signed in goes straight on. */
export function LoginPage() {
  const state = useLocation().state as CameFrom | null;
  const navigate = useNavigate();
  const [signedIn] = useStored(STORED.signedIn, '');
  const me = useQuery({ ...queries.me(), enabled: signedIn !== '', retry: false });
  const target = safeTarget(state?.from);
  const enter = (reply: Me) => {
    beginSession(reply);
    void navigate(target, { replace: true });
  };
  const login = useLoginForm(enter);
  const [withPasskey, setWithPasskey] = useState(false);
  if (me.data !== undefined && me.error === null) return <Navigate to={target} replace />;

  if (withPasskey) {
    return (
      <PublicFrame heading={messages.login.heading} title={words.loginTitle}>
        <Suspense fallback={<p role="status">{words.loading}</p>}>
          <PasskeyStep onDone={enter} onBack={() => setWithPasskey(false)} />
        </Suspense>
      </PublicFrame>
    );
  }
  if (login.needsCode) {
    return (
      <PublicFrame heading={messages.login.heading} title={words.loginTitle}>
        <Suspense fallback={<p role="status">{words.loading}</p>}>
          <CodeStep pending={login.pending} problem={login.problem} onCode={login.sendCode} onBack={login.back} />
        </Suspense>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame
      heading={messages.login.heading}
      title={words.loginTitle}
      footer={<DemoOnly>{words.demoHint}</DemoOnly>}
    >
      <form noValidate onSubmit={(event) => void login.send(event)}>
        <Stack gap="md">
          {state?.message !== undefined && login.problem === null && (
            <Alert color="gain" role="status" p="xs" styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}>
              {state.message}
            </Alert>
          )}
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...login.field('email')}
          />
          <PasswordField label={words.password} autoComplete="current-password" {...login.field('password')} />
          <FormErrorSummary>{login.problem?.detail}</FormErrorSummary>
          <Button type="submit" size="md" fullWidth disabled={login.pending}>
            {login.pending ? words.loggingIn : words.login}
          </Button>
          {passkeysWork() && (
            <Button variant="default" size="md" fullWidth disabled={login.pending} onClick={() => setWithPasskey(true)}>
              {words.withPasskey}
            </Button>
          )}
          <div className={frame.links}>
            <Link to="/signup">{words.createAccount}</Link>
            <Link to="/reset-password">{words.forgotPassword}</Link>
          </div>
        </Stack>
      </form>
      <DemoOnly>
        <TryAsGuest />
      </DemoOnly>
    </PublicFrame>
  );
}
