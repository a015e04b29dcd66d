import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'clearbook_' });

export const counters = {
  signIns: new Counter({
    name: 'clearbook_sign_ins_total',
    help: 'Sign-in attempts by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  mails: new Counter({
    name: 'clearbook_mails_total',
    help: 'Mails by what became of the attempt.',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  refusals: new Counter({
    name: 'clearbook_refusals_total',
    help: 'Commands that the books refused, by code.',
    labelNames: ['code'],
    registers: [registry],
  }),
  jobFailures: new Counter({
    name: 'clearbook_job_failures_total',
    help: 'Turns of a job that failed.',
    labelNames: ['job'],
    registers: [registry],
  }),
  framesSkipped: new Counter({
    name: 'clearbook_socket_frames_skipped_total',
    help: 'Quote frames left out for slow readers.',
    registers: [registry],
  }),
};
export const gauges = {
  ledgerQueue: new Gauge({
    name: 'clearbook_ledger_queue',
    help: 'Commands that wait for their commit or are in one.',
    registers: [registry],
  }),
  connections: new Gauge({
    name: 'clearbook_database_connections',
    help: 'Connections of this process to the database: busy, idle, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
  }),
  quoteAge: new Gauge({
    name: 'clearbook_quote_age_seconds',
    help: 'Age of the newest quote of a class; NaN while the class is closed or has none.',
    labelNames: ['class'],
    registers: [registry],
  }),
  jobSuccess: new Gauge({
    name: 'clearbook_job_last_success_timestamp_seconds',
    help: 'When a job last finished without a failure in this process.',
    labelNames: ['job'],
    registers: [registry],
  }),
  outboxAge: new Gauge({
    name: 'clearbook_outbox_age_seconds',
    help: 'Age of the oldest mail that waits to be sent; 0 when none waits.',
    registers: [registry],
  }),
  logWaiting: new Gauge({
    name: 'clearbook_log_waiting',
    help: 'Rows that have no leaf in the transparency log yet.',
    registers: [registry],
  }),
  witnessSilence: new Gauge({
    name: 'clearbook_log_witness_silence_seconds',
    help: 'Since when a witness has not cosigned the transparency log; NaN where it never did.',
    labelNames: ['witness'],
    registers: [registry],
  }),
  checkpointAge: new Gauge({
    name: 'clearbook_log_checkpoint_age_seconds',
    help: 'Since when the transparency log was not signed; NaN where its key never signed.',
    registers: [registry],
  }),
  overduePayouts: new Gauge({
    name: 'clearbook_overdue_payouts',
    help: 'Payouts that have waited for longer than a working day or were reported as not received.',
    registers: [registry],
  }),
  trialBalance: new Gauge({
    name: 'clearbook_trial_balance_cents',
    help: 'Debits minus credits over all running totals. Anything but 0 is an alarm.',
    registers: [registry],
  }),
  clearing: new Gauge({
    name: 'clearbook_clearing_difference_cents',
    help: 'What the clearing account holds beyond what is due out of it. Anything but 0 is an alarm.',
    registers: [registry],
  }),
  findings: new Gauge({
    name: 'clearbook_integrity_findings',
    help: 'Rows of the books that are not what the commit wrote. Anything but 0 is an alarm.',
    registers: [registry],
  }),
  checkedAll: new Gauge({
    name: 'clearbook_integrity_checked_timestamp_seconds',
    help: 'When all of the books were last looked through.',
    registers: [registry],
  }),
  diskFree: new Gauge({
    name: 'clearbook_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers: [registry],
  }),
  writable: new Gauge({
    name: 'clearbook_writable',
    help: '1 while this process takes writes, 0 while it does not.',
    registers: [registry],
  }),
  sockets: new Gauge({ name: 'clearbook_sockets', help: 'Open sockets of this process.', registers: [registry] }),
  watched: new Gauge({
    name: 'clearbook_watched',
    help: 'Open trades and working orders that this process watches; 0 where another one does.',
    registers: [registry],
  }),
};
export const timings = {
  requests: new Histogram({
    name: 'clearbook_http_request_seconds',
    help: 'Requests by method, route and status, with their duration.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  }),
  batchSize: new Histogram({
    name: 'clearbook_ledger_batch_size',
    help: 'Commands in one transaction of the books.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [registry],
  }),
  commit: new Histogram({
    name: 'clearbook_ledger_commit_seconds',
    help: 'From taking a batch out of the queue to its commit on disk.',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  }),
  jobs: new Histogram({
    name: 'clearbook_job_seconds',
    help: 'Duration of a turn of a job.',
    labelNames: ['job'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  }),
  look: new Histogram({
    name: 'clearbook_watch_look_seconds',
    help: 'Time to look at everything that an instant’s quotes touch.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  }),
  triggerDelay: new Histogram({
    name: 'clearbook_trigger_delay_seconds',
    help: 'From the moment in which a quote was received to the answer of what it set off, by command and answer.',
    labelNames: ['command', 'answer'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers: [registry],
  }),
  sessionBatch: new Histogram({
    name: 'clearbook_session_batch_size',
    help: 'Session checks that shared one statement.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers: [registry],
  }),
};

/** A figure that is read when somebody asks for it. What cannot be read is NaN, never an old or made-up number. */
export type Figure = { readonly gauges: readonly Gauge[]; read(): Promise<void> | void };
const FIGURE_MS = 2_000;
let figures: readonly Figure[] = [];

/** The figures of the process that serves. */
export function showFigures(shown: readonly Figure[]): void {
  figures = shown;
}

async function readFigure({ gauges: shown, read }: Figure): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, FIGURE_MS, new Error('no answer in time')).unref());
  for (const gauge of shown) gauge.reset();
  try {
    await Promise.race([Promise.resolve().then(read), late]);
  } catch {
    for (const gauge of shown) gauge.set(NaN);
  }
}

export async function metricsText(): Promise<{ text: string; contentType: string }> {
  await Promise.all(figures.map(readFigure));
  return { text: await registry.metrics(), contentType: registry.contentType };
}
