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
};
export const timings = {
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
