import type { ReactNode } from 'react';

/** The Market page's parts, made once and arranged by what the screen has room for. */
type Parts = {
  picker: ReactNode;
  /** Search and watchlist, over `market`. */
  filter: ReactNode;
  market: ReactNode;
  chart: (className?: string) => ReactNode;
  /** What the ticket is about, where it is a sheet of its own. */
  ticketTitle: ReactNode;
  /** `onPlaced` is called once a trade has been placed. */
  ticket: (onPlaced: () => void) => ReactNode;
  /** The switch of one-click trading, and its prices where it is on. */
  oneClick: ReactNode;
  quick: ReactNode;
  positions: ReactNode;
};

export type WorkspaceProps = {
  parts: Parts;
  symbol: string;
  /** False for staff, who have no ticket to open. */
  deals: boolean;
  /** True where the address fills in a ticket: it is what the person came for. */
  beginsWithTicket: boolean;
};

export const nothing = (): void => undefined;
