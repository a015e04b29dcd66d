export type Result = {
  ok: boolean;
  figures: string;
  /** Processor time of its process and of all that it started and waited for, in seconds. */
  cpu?: number;
};
/** One line of what must hold: proved in full by `run`, which cleans up after itself. */
export type Row = {
  name: string;
  title: string;
  /** One of its parts, where it has some. */
  run(part: string): Promise<Result>;
  /** Pieces that need nothing of one another, so that the lanes share them. The row holds where all of them do. */
  parts?: readonly string[];
  /** What it (or a part) may take at most, far more than it needs; an hour where it says nothing. */
  minutes?: number;
  /** About what it (or a part) takes on a machine with nothing else to do; half a minute where it says nothing. */
  seconds?: number;
  /** It measures time: nothing runs beside it. */
  alone?: boolean;
  /** Most of its time it waits: two such jobs share a lane. */
  waits?: boolean;
  /** Rows that run the same tests. Where they were asked for too, this one reads what they reported. */
  after?: readonly string[];
};
