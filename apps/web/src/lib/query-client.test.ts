import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { invalidateTopics, queryClient } from './query-client.ts';

afterEach(() => queryClient.clear());

it('[R19] asks again for a first answer that was under way when its change was announced, and once for many changes', async () => {
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queryClient, { queryKey: ['withdrawals', 'list'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => answers.length).toBe(1);

  for (let i = 0; i < 3; i += 1) invalidateTopics(['withdrawals', 'account']);
  invalidateTopics(['trades']);
  expect(answers).toHaveLength(1);
  answers[0]?.('before the change');
  await expect.poll(() => observer.getCurrentResult().data).toBe('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after it');
  await expect.poll(() => observer.getCurrentResult().data).toBe('after it');
  expect(observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(answers).toHaveLength(2);
  stop();
});
