import { writeFileSync } from 'node:fs';
import { describeSocket } from './platform/http/openapi/asyncapi.ts';
import { describeApi } from './platform/http/openapi/index.ts';
import { referencePage } from './platform/http/openapi/reference.ts';

/**
 * `npm run openapi > openapi.json` prints the description of the api, `npm run openapi -- --socket` the socket's (AsyncAPI), and
 * `npm run openapi -- --reference` writes docs/api.md anew.
 */
const [asked] = process.argv.slice(2);
if (asked === '--reference') writeFileSync(new URL('../../../docs/api.md', import.meta.url), referencePage());
else
  process.stdout.write(`${JSON.stringify(asked === '--socket' ? describeSocket() : describeApi('demo'), null, 2)}\n`);
