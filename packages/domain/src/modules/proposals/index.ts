export * from './about.ts';
export * from './proposed-command.ts';
export * from './decide-proposal.ts';
export * from './life.ts';
export * from './model.ts';
export * from './release-alone.ts';
export * from './propose.ts';
export * from './staff.ts';
