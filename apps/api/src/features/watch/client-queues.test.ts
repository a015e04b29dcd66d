import { describe, expect, it } from 'vitest';
import { ClientQueues } from './client-queues.ts';

describe('the queues of clients', () => {
  it('[W3] of one client are done one after the other in their order, of different clients side by side; one that fails holds nobody up', async () => {
    const failed: unknown[] = [];
    const queues = new ClientQueues((error) => failed.push(error));
    const done: string[] = [];
    const open = new Map<string, () => void>();
    const task = (name: string) => async (): Promise<void> => {
      await new Promise<void>((resolve) => open.set(name, resolve));
      done.push(name);
      if (name === 'a2') throw new Error('a2');
    };
    for (const name of ['a1', 'a2', 'a3', 'b1']) queues.add(name.slice(0, 1), task(name));
    await expect.poll(() => [...open.keys()]).toEqual(['a1', 'b1']);
    open.get('b1')?.();
    open.get('a1')?.();
    await expect.poll(() => open.has('a2')).toBe(true);
    expect(open.has('a3')).toBe(false);
    open.get('a2')?.();
    await expect.poll(() => open.has('a3')).toBe(true);
    open.get('a3')?.();
    await queues.settled();
    expect(done).toEqual(['b1', 'a1', 'a2', 'a3']);
    expect(failed).toHaveLength(1);
    expect(queues.idle).toBe(true);
  });

  it('[W8] at most a thousand are under way at once, and all are done', async () => {
    const queues = new ClientQueues(() => undefined);
    let running = 0;
    let most = 0;
    let done = 0;
    for (let i = 0; i < 5_000; i += 1)
      queues.add(`client ${i}`, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        done += 1;
      });
    await queues.settled();
    expect([most, done, running]).toEqual([1_000, 5_000, 0]);
  });
});
