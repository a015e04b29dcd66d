import { afterEach, expect, it, vi } from 'vitest';
import { api, untilWritten } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('[A86] whoever was refused with an old token waits for the answer that brings the new one, and not for what is only read', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)));
  void api('GET /me');
  await untilWritten();

  const signsOut = api('POST /auth/sign-out');
  let over = false;
  const waits = untilWritten().then(() => {
    over = true;
  });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(over).toBe(false);
  answers[1]?.(new Response(null, { status: 204 }));
  await waits;
  expect(await signsOut).toBeNull();
});

it('[A86] a change whose answer is lost holds nobody up for ever', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('lost')));
  const lost = api('POST /auth/sign-out').catch((problem: unknown) => problem);
  await untilWritten();
  expect(await lost).toMatchObject({ code: 'network.unreachable' });
});

it('[H27] a request goes on without its page while its bytes, not its letters, are within what browsers send', async () => {
  const kept: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    kept.push(init.keepalive);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  for (const text of ['a'.repeat(50_000), 'é'.repeat(50_000)])
    await api('PUT /me/charts/:id', {
      params: { id: 'EURUSD' },
      body: { drawings: [{ text }] } as never,
      keepalive: true,
    });
  expect(kept).toEqual([true, false]);
});
