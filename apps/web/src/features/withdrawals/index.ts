export { withdrawalMethodLabel } from './withdrawal-words.ts';
export { WithdrawalStatus } from './withdrawal-status.tsx';
export { WithdrawalTimeline } from './withdrawal-timeline.tsx';
export { methodFields } from './method-fields.ts';
