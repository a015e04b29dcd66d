import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

/** One folder a worker: what a server of its tests answers wrongly is found by the test that is running. */
const { answersDir } = ((globalThis as { clearbookAnswers?: { answersDir: string } }).clearbookAnswers ??= {
  answersDir: mkdtempSync(join(tmpdir(), 'clearbook-answers-')),
});
process.env['ANSWERS_DIR'] = answersDir;
await import('./watch.ts');

/** Every answer of the test matched the API's description: status, headers, body. */
afterEach(failOnFindings);
afterAll(failOnFindings);

function failOnFindings(): void {
  const files = readdirSync(answersDir).map((name) => join(answersDir, name));
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  for (const file of files) rmSync(file);
  if (texts.length > 0)
    throw new Error(`Answers that the description does not know:\n${[...new Set(texts)].join('\n')}`);
}

process.once('exit', () => rmSync(answersDir, { recursive: true, force: true }));
