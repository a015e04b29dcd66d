export { GREY, heightOf, LIGHT, MARGIN, Sheet, type Style, type Tag } from './sheet.ts';
export type { Line } from './lines.ts';
