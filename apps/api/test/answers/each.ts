import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

/** One folder a worker, made with the first wrong answer: what a server of its tests answers wrongly is found by the test that is running. */
const { answersDir } = ((globalThis as { clearbookAnswers?: { answersDir: string } }).clearbookAnswers ??= {
  answersDir: join(tmpdir(), `clearbook-answers-${randomUUID()}`),
});
process.env['ANSWERS_DIR'] = answersDir;
await import('./watch.ts');

/** Every answer of the test matched the API's description: status, headers, body. */
afterEach(failOnFindings);
afterAll(failOnFindings);

function failOnFindings(): void {
  if (!existsSync(answersDir)) return;
  const texts = readdirSync(answersDir).map((name) => readFileSync(join(answersDir, name), 'utf8'));
  rmSync(answersDir, { recursive: true });
  if (texts.length > 0)
    throw new Error(`Answers that the description does not know:\n${[...new Set(texts)].join('\n')}`);
}
