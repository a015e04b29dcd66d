export { AboutAsset } from './about-asset.tsx';
export { AssetPicker } from './asset-picker.tsx';
export { FIND_ID, MarketFilter, NO_FILTER } from './market-filter.tsx';
export { MarketList } from './market-list.tsx';
export { SymbolBar } from './symbol-bar.tsx';
export { useWatchlist } from './use-watchlist.ts';
