export { createCopyEngine, type CopyEngine } from './engine.ts';
export { isTraderPicture } from './traders.query.ts';
export { takeProfitShares } from './profit-shares.ts';
export { traderRoutes } from './routes.ts';
