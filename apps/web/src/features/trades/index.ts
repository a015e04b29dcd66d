export { TradesTable } from './trades-table.tsx';
