export { DirectionBadge } from './direction-badge.tsx';
export { TradeDetails } from './trade-details.tsx';
export { TradesTable } from './trades-table.tsx';
