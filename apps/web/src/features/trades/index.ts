export { TradeDetails } from './trade-details.tsx';
export { TradesTable } from './trades-table.tsx';
