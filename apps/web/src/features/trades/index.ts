export { DirectionBadge } from './direction-badge.tsx';
export { TradeDetails } from './positions/trade-details.tsx';
export { CurrentPrice, LiveProfit } from './positions/live-profit.tsx';
export { TradesTable } from './positions/trades-table.tsx';
