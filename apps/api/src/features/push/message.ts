import { notificationWords } from '@clearbook/contracts/words/notifications';
import type { RenderedNotification } from '../../platform/mail/index.ts';

/** What the browser's worker is given (apps/web/worker/service-worker.js). */
export type PushMessage = { title: string; body: string; to: string; tag: string };

const TEXT_MAX = 300;
/** Its words hold market prices and nothing of anybody's account. */
const ALERT = /^alert-/;

/** A locked screen is read by whoever passes by: it says what happened where its owner wants that, or where it is a price alert, and else only that something did. */
export function messageOf(
  kind: string,
  id: string,
  site: string,
  details: boolean,
  { title, text, to }: RenderedNotification,
): PushMessage {
  const common = { to: to ?? '/notifications', tag: id };
  if (!details && !ALERT.test(kind)) return { ...common, title: site, body: notificationWords.pushHidden };
  return { ...common, title: title.slice(0, TEXT_MAX), body: text.slice(0, TEXT_MAX) };
}
