import { describeApi } from './platform/http/openapi.ts';

// Prints the description of the api: npm run openapi > openapi.json
process.stdout.write(`${JSON.stringify(describeApi('demo'), null, 2)}\n`);
