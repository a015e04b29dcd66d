import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@clearbook/contracts/access';
import { TRANSPORTS } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

/** The browser's own dialog ended without a passkey. Its message is for the person. */
class NoPasskey extends Error {}

type OfBrowser<F extends (options: never) => unknown> = Parameters<F>[0] extends { optionsJSON: infer O } ? O : never;

/** Asks for a passkey in the browser's own dialog. @throws NoPasskey */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const optionsJSON = options as OfBrowser<typeof startAuthentication>;
  const { id, response } = await startAuthentication({ optionsJSON }).catch(() => {
    throw new NoPasskey(messages.passkey.cancelled);
  });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
  };
}

/** Makes a passkey in the browser's own dialog. @throws NoPasskey */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyAttestation> {
  const optionsJSON = options as OfBrowser<typeof startRegistration>;
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const there = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw new NoPasskey(there ? messages.passkey.already : messages.passkey.notAdded);
  });
  const transports = TRANSPORTS.filter((one) => response.transports?.includes(one) === true);
  return { id, client_data: response.clientDataJSON, attestation: response.attestationObject, transports };
}
