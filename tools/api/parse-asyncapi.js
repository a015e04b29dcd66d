import { readFileSync } from 'node:fs';
import parser from '@asyncapi/parser';

const { document, diagnostics } = await new parser.Parser().parse(readFileSync(process.argv[2] ?? '', 'utf8'));
for (const { path, message } of diagnostics) console.log(`${path.join('.')}: ${message}`);
console.log(
  document === undefined
    ? 'not readable'
    : `${document.channels().all().length} channel, ${diagnostics.length} findings`,
);
process.exitCode = document === undefined || diagnostics.length > 0 ? 1 : 0;
