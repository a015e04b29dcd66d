export { Begun } from './begun.ts';
export { Financing } from './financing.ts';
export { tellFinancing } from './financing-notices.ts';
export { readNotices } from './notices.query.ts';
export { configurationRoutes } from './routes.ts';
