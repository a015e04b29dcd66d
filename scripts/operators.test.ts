import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS, ROLE_NAMES, ROLES } from '@clearbook/contracts/permissions';
import { roleWords } from '@clearbook/contracts/words/roles';
import { expect, it } from 'vitest';
import { ROOT } from './phases.ts';

it('[A130] docs/operators.md says of every permission which roles include it, as they are declared', () => {
  const page = readFileSync(join(ROOT, 'docs/operators.md'), 'utf8');
  const rows = PERMISSIONS.map((name) => {
    const roles = ROLE_NAMES.filter((role) => role !== 'owner' && (ROLES[role] as readonly string[]).includes(name));
    return `| \`${name}\` | ${roleWords.permissions[name]} | ${roles.join(', ') || 'none'} |`;
  });
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  for (const role of ROLE_NAMES) expect(page).toContain(`## ${roleWords.roles[role].name}\n`);
});
