export { Dock } from './dock.tsx';
export { SIZE_ID } from './order-size.tsx';
export { useOneClick } from './one-click-settings.ts';
export { OneClickSwitch } from './one-click-switch.tsx';
export { sideId } from './side-button.tsx';
export { suggestionIn } from './suggestion.ts';
export { Ticket } from './ticket.tsx';
export { TicketTitle } from './ticket-title.tsx';
export type { Draft, Sendings } from './use-ticket.ts';
