/** How many mails one process sends at a time. */
export const MAILS_AT_ONCE = 3;
/** One place stays free for what is urgent, so that slow mails never hold it up. */
const OTHERS_AT_ONCE = MAILS_AT_ONCE - 1;

type Sent<Row> = {
  /** Never throws. `waited`: it was taken some time ago. */
  send(row: Row, waited: boolean): Promise<void>;
  /** The last one that was taken of its kind has its place. */
  emptied(urgent: boolean): void;
  /** Nothing is being sent any more. Never throws. */
  idle(): Promise<void>;
};

/** Where taken mails wait for their turn and are sent: urgent ones first, each kind in the order in which it was taken. */
export class Places<Row> {
  readonly #sent: Sent<Row>;
  readonly #waiting = { urgent: [] as Row[], others: [] as Row[] };
  readonly #sending = new Set<Promise<void>>();
  #othersSending = 0;

  constructor(sent: Sent<Row>) {
    this.#sent = sent;
  }

  /** Whether more of these can be taken: what is taken too early waits here instead of in another process. */
  hasRoom(urgent: boolean): boolean {
    return this.#of(urgent).length === 0;
  }

  add(urgent: boolean, rows: readonly Row[]): void {
    this.#of(urgent).push(...rows);
    this.#fill(false);
  }

  /** Everything that was taken has been sent, or has failed. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    await this.#sent.idle();
  }

  #of(urgent: boolean): Row[] {
    return urgent ? this.#waiting.urgent : this.#waiting.others;
  }

  #fill(waited: boolean): void {
    while (this.#sending.size < MAILS_AT_ONCE) {
      const urgent = this.#waiting.urgent.length > 0;
      if (!urgent && this.#othersSending >= OTHERS_AT_ONCE) return;
      const row = this.#of(urgent).shift();
      if (row === undefined) return;
      this.#start(row, urgent, waited);
      if (this.hasRoom(urgent)) this.#sent.emptied(urgent);
    }
  }

  #start(row: Row, urgent: boolean, waited: boolean): void {
    if (!urgent) this.#othersSending += 1;
    const sending = this.#sent.send(row, waited).then(() => {
      if (!urgent) this.#othersSending -= 1;
      this.#sending.delete(sending);
      this.#fill(true);
      if (this.#sending.size === 0) return this.#sent.idle();
    });
    this.#sending.add(sending);
  }
}
