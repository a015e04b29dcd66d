import { expect, it } from 'vitest';
import { all, each, Failures } from './failures.ts';

it('[O99] what fails holds up nothing behind it, and the first failure is thrown at the end', async () => {
  const done: number[] = [];
  const work = async (n: number): Promise<void> => {
    await Promise.resolve();
    if (n % 2 === 0) throw new Error(`${n} failed`);
    done.push(n);
  };
  await expect(each([1, 2, 3, 4, 5], work)).rejects.toThrow('2 failed');
  expect(done).toEqual([1, 3, 5]);
  await expect(all([6, 7, 8].map(work))).rejects.toThrow('6 failed');
  expect(done).toEqual([1, 3, 5, 7]);
  const failures = new Failures();
  for (const page of [[9], [10], [11]]) await failures.past(each(page, work));
  expect(done).toEqual([1, 3, 5, 7, 9, 11]);
  expect(() => failures.throwFirst()).toThrow('10 failed');
});

it('[O99] where nothing fails nothing is thrown', async () => {
  await each([1], () => Promise.resolve());
  await all([]);
  new Failures().throwFirst();
});
