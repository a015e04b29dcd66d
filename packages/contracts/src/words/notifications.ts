/** Words of the bell, its panel and the notifications page. What each notification says is made by the server. */
export const notificationWords = {
  title: 'Notifications',
  intro: 'Everything that we told you, newest first. Each is kept for a year.',
  bell: (unread: number) =>
    unread === 0 ? 'Notifications' : unread === 1 ? 'Notifications, 1 unread' : `Notifications, ${unread} unread`,
  bellMany: 'Notifications, more than 99 unread',
  many: '99+',
  all: 'All notifications',
  markAll: 'Mark all as read',
  markOne: 'Mark as read',
  unread: 'Unread',
  more: 'Show more',
  empty: 'No notifications yet',
  emptyText: 'Deposits, trades, withdrawals and everything about your account’s safety are told here as they happen.',
  emptyAction: 'Make a deposit',
  settings: 'E-mail',
  always:
    'Money that comes or goes, and everything about access to your account, is always sent to your e-mail address too. That cannot be switched off.',
  ownDoings: 'Also e-mail me about my own trades and paper money',
  ownDoingsHint:
    'A trade that you open or close, or paper money that you add. A close-out, or a close by our team, is mailed in any case.',
  saved: 'Saved',
} as const;
