import { readConfig } from '../../src/platform/config.ts';
import { lockDataDir } from '../../src/platform/data-dir.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { createLog } from '../../src/platform/log.ts';
import { explain } from '../../src/platform/plain-error.ts';
import { onStopSignals } from '../../src/platform/stop-signals.ts';

/** The part of the server below http, for tests of starting, stopping and being killed: says "ready" with the app role's address. */
try {
  const config = readConfig(process.env);
  lockDataDir(config.dataDir);
  const database = await openDatabase(config, createLog({ level: 'warn' }));
  // Before it says "ready": a test may send a signal at that very word.
  onStopSignals({
    stop: () => void database.stop().then(() => process.exit(0)),
    force: () => process.exit(130),
  });
  process.stdout.write(`ready ${database.connectionString}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
