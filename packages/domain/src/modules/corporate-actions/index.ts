export * from './apply-split.ts';
export * from './dates.ts';
export * from './model.ts';
export * from './pay-dividend.ts';
