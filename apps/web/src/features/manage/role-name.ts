import { roleWords } from '@clearbook/contracts/words/roles';

/** A declared role by its word, one that an owner made by its name. */
export function roleName(role: string): string {
  return Object.hasOwn(roleWords.roles, role) ? roleWords.roles[role as keyof typeof roleWords.roles].name : role;
}
