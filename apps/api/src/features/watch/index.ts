export { createWatch, type Watch } from './watch.ts';
