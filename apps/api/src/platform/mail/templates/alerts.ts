import type { Templates } from './template.ts';

const link = { text: 'See your price alerts', url: '{site_url}/alerts' };
const lines = ['The price was {price} at {time} UTC.', 'It’s a market price, not a recommendation.'];
const inApp = 'The price was {price} at {time} UTC.';

export const alertsTemplates = {
  'alert-above': { subject: '{symbol} reached {level}', lines, inApp, link },
  'alert-below': { subject: '{symbol} fell to {level}', lines, inApp, link },
  'alert-rises': { subject: '{symbol} is up {percent}%, at {level} or more', lines, inApp, link },
  'alert-falls': { subject: '{symbol} is down {percent}%, at {level} or less', lines, inApp, link },
} as const satisfies Templates;
