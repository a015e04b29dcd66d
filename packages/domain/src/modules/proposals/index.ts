export * from './about.ts';
export * from './act.ts';
export * from './decide-proposal.ts';
export * from './life.ts';
export * from './model.ts';
export * from './release-alone.ts';
export * from './propose.ts';
export * from './staff.ts';
