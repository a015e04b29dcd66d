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
  framesSkipped: new Counter({
    name: 'clearbook_socket_frames_skipped_total',
    help: 'Quote frames left out for slow readers.',
    registers: [registry],
  }),
};
export const gauges = {
  sockets: new Gauge({ name: 'clearbook_sockets', help: 'Open sockets of this process.', registers: [registry] }),
  watched: new Gauge({
    name: 'clearbook_watched',
    help: 'Open trades and working orders that this process watches; 0 where another one does.',
    registers: [registry],
  }),
};
export const timings = {
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

export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: await registry.metrics(), contentType: registry.contentType };
}
