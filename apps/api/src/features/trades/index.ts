export { tradeRoutes, type TradeDeps } from './routes.ts';
