export type Result = { ok: boolean; figures: string };
/** One line of what must hold: proved in full by `run`, which cleans up after itself. */
export type Row = { name: string; title: string; run(): Promise<Result> };
