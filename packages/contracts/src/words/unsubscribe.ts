/** Words of the page where the link “Turn these emails off” of a mail leads. */
export const unsubscribeWords = {
  title: 'Turn these emails off',
  text: {
    price_alerts: 'We’ll no longer email you about price alerts. They still appear in the app.',
    own_doings: 'We’ll no longer email you about your own trades and paper money. They still appear in the app.',
  },
  turnOff: 'Turn off',
  done: {
    price_alerts: 'Emails about price alerts are off.',
    own_doings: 'Emails about your own trades and paper money are off.',
  },
  settings: 'All email settings',
  noToken: 'This link is incomplete. Open it again from our email.',
} as const;
