/** Names of what is kept in this browser. The first two are the specification's. */
export const STORED = {
  theme: 'theme',
  visible: 'visible',
  /** Says that somebody signed in here, so that the login page asks who it is only when it is worth a request. */
  signedIn: 'signed-in',
  symbol: 'symbol',
  interval: 'interval',
} as const;
