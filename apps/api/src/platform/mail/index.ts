export { enqueueMail } from './outbox.ts';
export type { NewMail } from './outbox.ts';
export { MailRefused } from './transport.ts';
export type { MailTransport, OutgoingMail } from './transport.ts';
export { MailWorker, outboxReadiness } from './worker.ts';
export { renderMail } from './templates.ts';
export type { MailTemplate } from './templates.ts';
