export type { CloseAccount } from './close-account.ts';
export type { SetControls } from './controls.ts';
export type { EndGuest } from './end-guest.ts';
