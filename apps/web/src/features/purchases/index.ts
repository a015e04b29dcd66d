export { BuyButton } from './buy-button.tsx';
export { termsChanges, type Change } from './changes.ts';
export { PurchaseDialog, type Wanted } from './purchase-dialog.tsx';
export { PurchaseList } from './purchase-list.tsx';
export { TermsList } from './terms-list.tsx';
export { default as cards } from './purchases.module.css';
