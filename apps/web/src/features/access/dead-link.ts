import type { ApiProblem } from '../../lib/problem.ts';

/** The link of a mail has expired, was used or is not whole: pressing its button again cannot help. */
export function isDeadLink(problem: ApiProblem | null): boolean {
  return problem !== null && (problem.code === 'auth.link_invalid' || problem.fields.length > 0);
}
