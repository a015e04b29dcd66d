export { TradeChart } from './trade-chart.tsx';
export { type KeptCharts, useCharts } from './use-charts.ts';
