export { enqueueMail, enqueueMails } from './outbox.ts';
export { mailStaff } from './mail-staff.ts';
export type { NewMail } from './outbox.ts';
export { headersOf, MailRefused } from './transport.ts';
export type { MailTransport, OutgoingMail } from './transport.ts';
export { MailWorker, oldestWaiting, outboxReadiness, standingSite } from './worker.ts';
export { renderMail, renderNotification } from './render.ts';
export type { RenderedNotification, StandingSite, StandingValues } from './render.ts';
export type { MailTemplate } from './templates/index.ts';
