export { DirectionBadge } from './direction-badge.tsx';
export { TradeDetails } from './trade-details.tsx';
export { CurrentPrice, LiveProfit } from './live-profit.tsx';
export { TradesTable } from './trades-table.tsx';
