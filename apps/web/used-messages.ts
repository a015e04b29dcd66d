import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst, type Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MESSAGES = join(ROOT, 'packages/contracts/src/messages/');
/** What the client is built from, and a little more: whatever these files name is kept. */
const SOURCES = ['apps/web/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'];

/**
 * Leaves out of the built client the messages that only the server says, which are more than half of them: the bundler keeps or drops
 * an object as a whole, and the first view of every page waits for this one. A section that is taken as a whole (`const words =
 * messages.value`) keeps all it has.
 */
export function usedMessages(): Plugin {
  let named: Named | undefined;
  return {
    name: 'used-messages',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(MESSAGES)) return null;
      const { used, whole } = (named ??= namedIn(globSync(SOURCES, { cwd: ROOT }).map((file) => join(ROOT, file))));
      const unused = messagesOf(code).filter(
        ({ section, name }) => !whole.has(section) && !used.has(`${section}.${name}`),
      );
      // From the last to the first, so that what is before each stays where it is.
      return unused.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
    },
  };
}

type Named = { used: Set<string>; whole: Set<string> };

/** Which messages these files name: as `messages.section.name`, or a section of them as `messages.section`. */
function namedIn(files: readonly string[]): Named {
  const named: Named = { used: new Set(), whole: new Set() };
  for (const file of files) {
    if (file.startsWith(MESSAGES) || file.includes('.test.')) continue;
    const text = readFileSync(file, 'utf8');
    if (!/import \{[^}]*\bmessages\b/.test(text)) continue;
    const whole = /\bmessages\s*[[;,)}]/.exec(text.replaceAll(/^import .*$/gm, ''));
    if (whole !== null) throw new Error(`${file} takes all messages (${whole[0]}): name the section`);
    for (const [, section = '', name] of text.matchAll(/\bmessages\s*\.\s*(\w+)(?:\s*\.\s*(\w+))?/g)) {
      if (name === undefined) named.whole.add(section);
      else named.used.add(`${section}.${name}`);
    }
  }
  return named;
}

type Message = { section: string; name: string; start: number; end: number };

/** Every message with the place of its property, the comma after it included. */
function messagesOf(code: string): Message[] {
  const found: Message[] = [];
  for (const statement of parseAst(code, { lang: 'ts' }).body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      const value = init?.type === 'TSAsExpression' ? init.expression : init;
      if (value?.type !== 'ObjectExpression') continue;
      for (const one of value.properties) {
        if (one.type !== 'Property') continue;
        const end = code[one.end] === ',' ? one.end + 1 : one.end;
        found.push({ section: nameOf(id), name: nameOf(one.key), start: one.start, end });
      }
    }
  }
  return found;
}

function nameOf(key: { type: string; name?: unknown }): string {
  if (key.type !== 'Identifier' || typeof key.name !== 'string')
    throw new Error(`a message has no plain name: ${key.type}`);
  return key.name;
}
