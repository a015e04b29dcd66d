import * as badInput from './bad-input.ts';
import * as bench from './bench.ts';
import * as conformance from './conformance.ts';
import * as decisions from './decisions.ts';
import * as door from './door.ts';
import * as failAlone from './fail-alone.ts';
import * as freshClone from './fresh-clone.ts';
import * as hostileImages from './hostile-images.ts';
import * as journeys from './journeys.ts';
import * as copying from './copying.ts';
import * as killCopying from './kill-copying.ts';
import * as killOne from './kill-one.ts';
import * as killPostgres from './kill-postgres.ts';
import * as killTwo from './kill-two.ts';
import * as loginSize from './login-size.ts';
import * as ordinaryUser from './ordinary-user.ts';
import * as manageTables from './manage-tables.ts';
import * as planted from './planted.ts';
import * as restore from './restore.ts';
import type { Row } from './row.ts';
import * as sameKeyOne from './same-key-one.ts';
import * as sameKeyTwo from './same-key-two.ts';
import * as sim from './sim.ts';
import * as startAndStop from './start-and-stop.ts';
import * as testDuration from './test-duration.ts';
import * as withdrawalsOne from './withdrawals-one.ts';
import * as withdrawalsTwo from './withdrawals-two.ts';

/** In the order in which the lines were written down. A later line is a file of its own and a place here. */
export const rows: readonly Row[] = [
  { name: 'fresh-clone', ...freshClone },
  { name: 'ordinary-user', ...ordinaryUser },
  { name: 'start-and-stop', ...startAndStop },
  { name: 'journeys', ...journeys },
  { name: 'withdrawals-one', ...withdrawalsOne },
  { name: 'withdrawals-two', ...withdrawalsTwo },
  { name: 'same-key-one', ...sameKeyOne },
  { name: 'same-key-two', ...sameKeyTwo },
  { name: 'decisions', ...decisions },
  { name: 'kill-one', ...killOne },
  { name: 'kill-two', ...killTwo },
  { name: 'kill-postgres', ...killPostgres },
  { name: 'copying', ...copying },
  { name: 'kill-copying', ...killCopying },
  { name: 'fail-alone', ...failAlone },
  { name: 'door', ...door },
  { name: 'bench', ...bench },
  { name: 'sim', ...sim },
  { name: 'planted', ...planted },
  { name: 'restore', ...restore },
  { name: 'bad-input', ...badInput },
  { name: 'hostile-images', ...hostileImages },
  { name: 'manage-tables', ...manageTables },
  { name: 'login-size', ...loginSize },
  { name: 'test-duration', ...testDuration },
  { name: 'conformance', ...conformance },
];
