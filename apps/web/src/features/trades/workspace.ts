import type { Side } from '@clearbook/contracts';
import type { ReactNode } from 'react';

/** The Market page's parts, made once and arranged by what the screen has room for. */
export type Parts = {
  picker: ReactNode;
  /** Search and watchlist, over `market`. */
  filter: ReactNode;
  market: ReactNode;
  /** `several`: there may be room for more than one. */
  chart: (className?: string, several?: boolean) => ReactNode;
  /** What the ticket is about, where it is a sheet of its own. */
  ticketTitle: ReactNode;
  /** `onPlaced` is called once a trade has been placed; `side` is the one that somebody came for. */
  ticket: (onPlaced: () => void, side?: Side | null) => ReactNode;
  /** A phone's line about the asset, which opens the list. */
  symbolBar: (open: boolean, onToggle: () => void) => ReactNode;
  /** Both prices, each of which opens the ticket. */
  dock: (onOpen: (side: Side | null) => void) => ReactNode;
  /** The client's money; nothing for staff. */
  account: ReactNode;
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
  /** What the address fills into the ticket, which is what the person came for; null for nothing. */
  filledIn: string | null;
};

/** From this width on there may be room for charts beside each other. */
export const SEVERAL_CHARTS = '(min-width: 1280px)';

export const nothing = (): void => undefined;
