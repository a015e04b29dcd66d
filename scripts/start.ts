import { main } from '../apps/api/src/main.ts';
import { buildClient } from './build-client.ts';

/** `npm start`: the client is built, where it is not, while the database starts. */
await main(buildClient());
