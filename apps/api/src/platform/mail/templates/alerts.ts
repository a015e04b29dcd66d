import type { Templates } from './template.ts';

const link = { text: 'See your price alerts', url: '{site_url}/alerts' };
const to = '/trades?symbol={symbol}';
const lines = ['The price was {price} at {time} UTC.', 'It’s a market price, not a recommendation.'];
const inApp = 'The price was {price} at {time} UTC.';

export const alertsTemplates = {
  'alert-above': { subject: '{symbol} reached {level}', lines, inApp, link, to },
  'alert-below': { subject: '{symbol} fell to {level}', lines, inApp, link, to },
  'alert-rises': { subject: '{symbol} is up {percent}%, at {level} or more', lines, inApp, link, to },
  'alert-falls': { subject: '{symbol} is down {percent}%, at {level} or less', lines, inApp, link, to },
} as const satisfies Templates;
