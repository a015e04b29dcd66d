export { settingsRoutes } from './routes.ts';
export type { SettingsDeps } from './routes.ts';
export { readFavicon, readSettings, readSitename } from './settings.query.ts';
