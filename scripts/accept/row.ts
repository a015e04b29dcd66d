export type Result = { ok: boolean; figures: string };
/** One line of what must hold: proved in full by `run`, which cleans up after itself. */
export type Row = {
  name: string;
  title: string;
  run(): Promise<Result>;
  /** What it may take at most, far more than it needs; an hour where it says nothing. */
  minutes?: number;
};
