import type { Reply, RouteKey, Topic } from '@clearbook/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, ApiProblem, problemText, type RequestOptions } from './api.ts';
import { inWords } from './problem.ts';
import { createIntent, type Intent, requestText, retryWait } from './intent.ts';
import { invalidateTopics } from './query-client.ts';
import { askStepUp } from './step-up.ts';

export type SubmitRequest<K extends RouteKey> = Pick<RequestOptions<K>, 'params' | 'body' | 'form'>;

/** What the request is made of; a Mantine form is one. Where a dialog keeps what is typed by itself, its values alone. */
type Typed = {
  values: unknown;
  errors?: object;
  /** Looks at one field again by the rules of this page. */
  validateField?: (name: string) => unknown;
};

export type SubmitOptions<K extends RouteKey> = {
  /** What was said of a request is said no longer once another one is typed. */
  form?: Typed;
  onSuccess?: (reply: Reply<K>, request: SubmitRequest<K>) => void;
  /** What the page says of a failure that is no refusal: the server is gone, or something broke. The reason follows it. */
  failed?: string | ((reason: string) => string) | undefined;
  /** Called after `problem` is set. */
  onProblem?: (problem: ApiProblem, request: SubmitRequest<K>) => void;
  /** Called instead of onProblem when the session has ended. */
  onSignedOut?: () => void;
  /** Where what is typed outlives the form, so does this: the same request sent by its next form is the same intent. */
  intent?: Intent | undefined;
  /** What to read again once the answer is known, success or not. The socket says it too; this does not wait for it. */
  topics?: readonly Topic[] | undefined;
};

export type Submit<K extends RouteKey> = {
  /** Sends the request. A second call while one is on its way does nothing, so a double click acts once. */
  submit: (request: SubmitRequest<K>) => Promise<Reply<K> | undefined>;
  pending: boolean;
  problem: ApiProblem | null;
  /** Forgets the last problem. An intent whose outcome is unknown keeps its key. */
  clear: () => void;
};

/**
 * Sends a request that changes something, with one Idempotency-Key for each intent: lost answers are retried with the same
 * key, by itself a few times and then when the person presses the button again without changing the form.
 */
export function useSubmit<K extends RouteKey>(key: K, options: SubmitOptions<K> = {}): Submit<K> {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [own] = useState(() => createIntent());
  const intent = options.intent ?? own;
  const running = useRef(false);
  const keepFocus = useFocusKept(pending);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const typed = options.form?.values;
  const saidOf = useRef(typed);
  useEffect(() => {
    if (saidOf.current === typed) return;
    saidOf.current = typed;
    // Whether a lost request took effect is still unknown, whatever is typed next.
    setProblem((said) => (said?.uncertain === true ? said : null));
    const { form } = latest.current;
    for (const name of Object.keys(form?.errors ?? {})) form?.validateField?.(name);
  }, [typed]);

  const submit = useCallback(
    async (request: SubmitRequest<K>) => {
      if (running.current) return undefined;
      running.current = true;
      const sentOf = latest.current.form?.values;
      keepFocus();
      setPending(true);
      setProblem(null);
      const text = requestText(request);
      try {
        const idempotencyKey = intent.keyFor(text);
        const reply = await sendWithRetries(key, { ...request, idempotencyKey });
        intent.settle(text, true);
        invalidateTopics(latest.current.topics ?? []);
        latest.current.onSuccess?.(reply, request);
        return reply;
      } catch (error) {
        const thrown = error instanceof ApiProblem ? error : new ApiProblem(0, 'page.failed', problemText(error));
        const failure = latest.current.failed === undefined ? thrown : inWords(thrown, latest.current.failed);
        // Signed out: the same request is sent again, with the same key, after the person has signed in.
        intent.settle(text, !failure.uncertain && !failure.signedOut);
        // The dialog over the page has said it and asks for the password; the form needs no words that would outlive that.
        if (failure.signedOut) {
          latest.current.onSignedOut?.();
          return undefined;
        }
        // The dialog has asked, and they would rather not.
        if (thrown instanceof NotSteppedUp) return undefined;
        if (failure.status === 409) invalidateTopics(latest.current.topics ?? []);
        setProblem(failure);
        latest.current.onProblem?.(failure, request);
        const { form } = latest.current;
        // Something else was typed while the answer was on its way.
        if (form !== undefined && form.values !== sentOf && !failure.uncertain) {
          setProblem(null);
          for (const { name } of failure.fields) form.validateField?.(name);
        }
        return undefined;
      } finally {
        running.current = false;
        setPending(false);
      }
    },
    [intent, keepFocus, key],
  );
  const clear = useCallback(() => setProblem(null), []);
  return { submit, pending, problem, clear };
}

/** Somebody was asked for the password or a code, and left the dialog: what they typed stands as it was. */
export class NotSteppedUp extends ApiProblem {
  constructor({ status, code, detail }: ApiProblem) {
    super(status, code, detail);
  }
}

/** A button that shows that something is under way cannot hold the focus: it has it back once the answer is known, unless the focus went elsewhere. */
export function useFocusKept(pending: boolean): () => void {
  const holder = useRef<Element | null>(null);
  useEffect(() => {
    if (pending) return;
    const { current } = holder;
    holder.current = null;
    if (current instanceof HTMLElement && current.isConnected && document.activeElement === document.body)
      current.focus({ preventScroll: true });
  }, [pending]);
  return useCallback(() => {
    holder.current = document.activeElement;
  }, []);
}

/** Asks for the password or a code where the request takes one, and tries again with its key where the answer was lost. */
export async function sendWithRetries<K extends RouteKey>(key: K, options: RequestOptions<K>): Promise<Reply<K>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await api(key, options);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'auth.step_up_required') {
        const asked = await askStepUp();
        if (asked === 'done') continue;
        if (asked === 'left') throw new NotSteppedUp(error);
      }
      const wait = error instanceof ApiProblem ? retryWait(attempt, error.uncertain, error.retryAfter) : null;
      if (wait === null) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
