import { createSequencer, LogKeys } from '../../src/features/transparency/index.ts';
import { createPool } from '../../src/platform/database/pool.ts';
import { createSeal } from '../../src/platform/seal.ts';

/** The log's sequencer as a process of its own, for tests that kill it: says each text that it signs, and dies behind the point that it is given. */
const [url = '', origin = '', from = '', rounds = '1', point = ''] = process.argv.slice(2);
const pool = createPool(url);
const log = { warn: (...args: unknown[]) => void process.stderr.write(`${JSON.stringify(args)}\n`) };
let now = new Date(from);
const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin });
const sequencer = createSequencer({
  pool,
  log,
  signers: async () =>
    (await keys.signers(now)).map((key) => ({
      keyId: key.keyId,
      async sign(text: string) {
        process.stdout.write(`signs ${JSON.stringify(text)}\n`);
        return key.sign(text);
      },
    })),
  reached: (reached) => {
    if (reached === point) process.kill(process.pid, 'SIGKILL');
  },
});
for (let round = 0; round < Number(rounds); round += 1) {
  await sequencer.run(now);
  now = new Date(now.getTime() + 20_000);
}
await pool.end();
