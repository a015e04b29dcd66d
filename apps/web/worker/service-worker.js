/*
 * The installed app's worker. It keeps one thing, the page that says that nothing here is current, and answers with it where a page cannot be
 * fetched. No script, style or answer of the server is kept, so nothing old is ever shown as new, and an update loses no form: the open page goes
 * on with what it loaded. A new worker waits until every page is closed, or until somebody asks for it.
 */
const BUILD = '__BUILD__';
const KEPT = `offline-${BUILD}`;
const OFFLINE = '/offline';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return;
  event.respondWith(
    fetch(event.request).catch(async (error) => {
      const page = await caches.match(OFFLINE);
      if (page === undefined) throw error;
      return page;
    }),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});

self.addEventListener('push', (event) => {
  const { title, body, to, tag } = event.data?.json() ?? {};
  if (typeof title !== 'string') return;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      data: { to },
      icon: '/icon-192.png',
      badge: '/badge-96.png',
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { to } = event.notification.data ?? {};
  // A page of this site, whatever the message says.
  const url = new URL(typeof to === 'string' ? to : '/', self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      // One that shows it already comes to the front. No other is led away: it may hold a form.
      const there = pages.find((page) => page.url === url.href);
      return there === undefined ? self.clients.openWindow(url.href) : there.focus();
    }),
  );
});
