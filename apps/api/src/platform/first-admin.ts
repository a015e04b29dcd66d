import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type FirstAdmin = { email: string; password: string };

/** In live mode nobody is made an administrator by guessing an address. */
const NOBODY = 'There is no administrator yet: run `npm run staff -- add EMAIL`, or set ADMIN_EMAIL and start again.';

/** Tells the operator how to sign in first: on a terminal, or in a file that only he may read, never in a log. */
export function printFirstAdmin(admin: FirstAdmin | 'nobody', dataDir: string): void {
  if (admin === 'nobody') {
    process.stdout.write(`${NOBODY}\n`);
    return;
  }
  if (process.stdout.isTTY) {
    process.stdout.write(
      `\nFirst administrator (valid for 24 hours, changed at the first sign-in)\n  email    ${admin.email}\n  password  ${admin.password}\n\n`,
    );
    return;
  }
  const path = join(dataDir, 'first-admin');
  writeFileSync(path, `${admin.email}\n${admin.password}\n`, { mode: 0o600 });
  process.stdout.write(`The first administrator's email and password are in ${path}\n`);
}
