import type { ProblemCode } from '@clearbook/contracts/description';

export type FieldProblem = { name: string; message: string };

/** What the caller is told, and nothing else: thrown anywhere below a route, it becomes application/problem+json. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  /** Dotted and stable: programs decide on this, people read `detail`. */
  readonly code: ProblemCode;
  readonly detail: string;
  readonly fields: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: ProblemCode,
    detail: string,
    fields: FieldProblem[] = [],
    headers: Record<string, string> = {},
  ) {
    super(`${status} ${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = fields;
    this.headers = headers;
  }

  /** Fastify reads this name. */
  get statusCode(): number {
    return this.status;
  }
}
