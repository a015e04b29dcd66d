import { messages } from '@clearbook/contracts/messages';

/** Whether this browser can be told of something while the site is closed. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

export type Subscribed = { endpoint: string; p256dh: string; auth: string };

/** Asks the person, and then the browser, which asks its maker's push service. Throws a sentence where one of them says no. */
export async function subscribe(publicKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(messages.push.denied);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key takes nothing from this installation.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => undefined);
  const { endpoint, keys } = made?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error(messages.push.failed);
  return { endpoint, p256dh, auth };
}

/** The keys of the subscription that this browser holds; undefined where it holds another one than the server. */
export async function held(endpoint: string): Promise<Subscribed | undefined> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { endpoint: own, keys } = (await pushManager.getSubscription())?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return own === endpoint && p256dh !== undefined && auth !== undefined ? { endpoint, p256dh, auth } : undefined;
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
