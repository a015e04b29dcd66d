/** Why something was not accepted: for programs that act on it, beside the sentence that people read. */
export type Reason =
  /** Not written as the format demands. */
  | 'malformed'
  /** Signed by no key that is trusted here. */
  | 'unsigned'
  /** A trusted key is named, and the signature is not its. */
  | 'forged'
  /** A proof that does not lead to the root it was given for. */
  | 'unproven'
  /** What has to be read to check it could not be had. */
  | 'unavailable';

/** The one error of this package: what was checked is not true, or cannot be read. The message says what is wrong. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.name = 'Refused';
    this.reason = reason;
  }
}
