/** Names of what is kept in this browser. The first two are the specification's. */
export const STORED = {
  theme: 'theme',
  visible: 'visible',
  /** `system` where the theme follows the device; left out where somebody chose one. */
  themeFrom: 'theme-from',
  /** Says that somebody signed in here, so that the login page asks who it is only when it is worth a request. */
  signedIn: 'signed-in',
  /** Colours of up and down: green-up, red-up or blue-orange. */
  trend: 'trend',
  /** The zone in which times are shown. */
  zone: 'time-zone',
  /** Whether single keys are shortcuts: on or off. */
  keys: 'keys',
  /** Sizes of the Market page's panels. */
  workspace: 'workspace',
  /** How close rows stand on the Market page: comfortable or compact. */
  density: 'density',
  /** Columns of the open positions. */
  positionColumns: 'position-columns',
  symbol: 'symbol',
  interval: 'interval',
  /** How prices are spaced on charts: normal, log or percent. */
  scale: 'chart-scale',
  /** Whether drawings snap to the bars: on or off. */
  magnet: 'chart-magnet',
  /** One-click trading on this device: its guard, and the lots of each asset. */
  oneClick: 'one-click',
  /** How far a price may move between the click and the fill, for every market order on this device. */
  deviation: 'max-deviation',
  /** What this browser saw of the site's transparency log, when it last looked, and what it found wrong. */
  log: 'log-seen',
  logLooked: 'log-looked-at',
  logFault: 'log-fault',
  /** How sizes are typed in the ticket, for each class of assets. */
  sizeUnit: 'size-unit',
  /** Whether amount and lots are two fields in the ticket: on or off. */
  twoFields: 'amount-and-lots',
} as const;
