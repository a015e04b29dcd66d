export { listCopies } from './copies.query.ts';
export { createCopyEngine, type CopyEngine } from './engine.ts';
export { isTraderPicture, listTraders } from './traders.query.ts';
export { Records } from './record.query.ts';
export { takeProfitShares } from './profit-shares.ts';
export { traderRoutes } from './routes.ts';
