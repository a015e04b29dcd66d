export { AlertButton } from './alert-button.tsx';
export { alertAddress, alertIntent } from './alert-intent.ts';
