import { expect } from 'vitest';
import { appCode } from '../../apps/api/test/authenticator.ts';
import type { Person } from './person.ts';

/** Enough to type six digits and to have the server read them, in milliseconds: a code is good for its own half minute only. */
const TO_TYPE_MS = 10_000;

/** The app on somebody's phone that holds the key of one account. */
export class Authenticator {
  readonly #secret: string;
  #shown = 0;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  /** Takes the key off the page that offers it. */
  static async takesKey(person: Person): Promise<Authenticator> {
    await person.presses('Copy the key');
    // The clipboard is written some time after the press.
    await person.reads('Copied');
    return new Authenticator(await person.page.evaluate<string>('navigator.clipboard.readText()'));
  }

  /** A code that has not been shown yet, as soon as there is time to type it. */
  async nextCode(): Promise<string> {
    await expect
      .poll(() => appCode(this.#secret))
      .toSatisfy(({ step, leftMs }: ReturnType<typeof appCode>) => step > this.#shown && leftMs >= TO_TYPE_MS);
    const { code, step } = appCode(this.#secret);
    this.#shown = step;
    return code;
  }
}
