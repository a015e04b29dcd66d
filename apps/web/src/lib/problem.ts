export type FieldProblem = { name: string; message: string };

/** Every way in which a request can fail, in words that a person can read. `status` 0 means that no answer came. */
export class ApiProblem extends Error {
  readonly status: number;
  /** Dotted and stable, such as `withdrawal.insufficient_balance`; `network.unreachable` when no answer came. */
  readonly code: string;
  readonly detail: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds to wait before trying again, when the server named them. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: readonly FieldProblem[] = [],
    retryAfter: number | null = null,
  ) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  /** True when the session has ended. A wrong password is a 401 as well, but of somebody who is signed in. */
  get signedOut(): boolean {
    return this.code === 'auth.not_signed_in';
  }

  /** True when we do not know whether the request took effect: the same request may be sent again with the same key. */
  get uncertain(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** The same problem with the page's own words for a failure before its reason; a refusal, which has words of its own, stays as it is. */
export function inWords(problem: ApiProblem, failed: string | ((reason: string) => string)): ApiProblem {
  if (problem.status > 0 && problem.status < 500) return problem;
  const { status, code, detail, fields, retryAfter } = problem;
  const sentence = typeof failed === 'function' ? failed(detail) : `${failed.replace(/\.$/, '')}. ${detail}`;
  return new ApiProblem(status, code, sentence, fields, retryAfter);
}

/** The sentence to show for anything that was thrown. */
export function problemText(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  return 'Something went wrong in this page. Reload it and try again.';
}
