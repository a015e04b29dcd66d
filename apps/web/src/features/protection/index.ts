export { LimitsInTheWay } from './where-needed.tsx';
export { OwnLimits } from './own-limits.tsx';
