export { Begun } from './begun.ts';
export { Financing } from './financing.ts';
export { changeTeller, tellChanges } from './change-notices.ts';
export { Spreads } from './spreads.ts';
export { readNotices } from './notices.query.ts';
export { configurationRoutes } from './routes.ts';
