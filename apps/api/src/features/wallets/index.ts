export { isAddress } from './address.ts';
export { walletRoutes } from './routes.ts';
export { readWallets } from './wallets.query.ts';
