export { TradeChart } from './trade-chart.tsx';
