export { Allocation } from './allocation.tsx';
export { FirstSteps } from './first-steps.tsx';
export { PositionsList } from './positions-list.tsx';
export { Waiting } from './waiting.tsx';
