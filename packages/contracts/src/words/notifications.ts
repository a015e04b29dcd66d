/** Words of the bell, its panel and the notifications page. What each notification says is made by the server. */
export const notificationWords = {
  title: 'Notifications',
  intro: 'Everything we’ve told you, newest first. We keep notifications for a year.',
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
  emptyText: 'Notifications about deposits, trades, withdrawals and your account’s security appear here.',
  emptyAction: 'Make a deposit',
  settings: 'Email',
  always: 'We always email you about money moving in or out and about access to your account. You can’t turn this off.',
  ownDoings: 'Also email me about my own trades and paper money',
  ownDoingsHint:
    'Trades you open or close and paper money you add. We always email you about close-outs and trades our team closes.',
  /** Instead of its words, where a locked screen shows none. */
  pushHidden: 'You have a new notification. Open the app to read it.',
  push: 'On this device',
  pushOn: 'Notify me on this device',
  pushHint:
    'Also while the site is closed. It ends when you log out here, or when you end this session under Sessions.',
  pushDetails: 'Show details on the lock screen',
  pushDetailsHint:
    'When off, or once you’ve been logged out for being away, you only see that there’s something new. Price alerts always say which price was reached.',
  pushMissing: 'This browser can’t show notifications from this site.',
  /** At the end of an email that can be turned off. */
  turnOff: 'Turn these emails off',
  turnOffHint: 'You can also turn them off from each email.',
  saved: 'Saved',
} as const;
