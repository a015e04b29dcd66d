export { settingsRoutes } from './routes.ts';
export type { SettingsDeps } from './routes.ts';
export { readFavicon, readFeeSchedule, readSettings, readSitename } from './settings.query.ts';
