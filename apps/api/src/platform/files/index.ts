export { FileStore } from './store.ts';
export type { FileKind, FileStorage, StoredFile } from './store.ts';
export { mountFiles } from './routes.ts';
export type { FileRouteOptions } from './routes.ts';
export { cleanImage } from './images.ts';
