export { createArchiver, type Archiver } from './archiver.ts';
export { archiveRoutes, mountArchives } from './routes.ts';
