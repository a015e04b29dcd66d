import type { Phase } from './orders.ts';
import type { Profile } from './profile.ts';
import type { SocketFigures } from './sockets.ts';
import type { WatchFigures } from './watch.ts';

/** What one version did in one round. */
export type Turn = {
  /** Ledger transfers a second. */
  readonly transfers: number;
  readonly opening: Phase;
  readonly closing: Phase;
  /** Median of a single-row insert that is on disk when it answers. */
  readonly insertMs: number;
};

export type Round = {
  /** TPC-B transactions a second: T. */
  readonly tpcb: number;
  /** The same, each statement parsed and planned again. */
  readonly tpcbUnprepared: number;
  /** The same by PostgreSQL's own program, where it is installed. */
  readonly pgbench: number | null;
  /** By the name of a side. */
  readonly turns: Readonly<Record<string, Turn>>;
};

export type SideReport = {
  readonly name: string;
  readonly commit: string;
  /** Entries in the books before the first measurement. */
  readonly filled: number;
  /** Processor time of one session check, in microseconds. */
  readonly sessionAloneUs: number;
  readonly sessionTogetherUs: number;
};

export type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
};

export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly must: '≥' | '≤';
  readonly bound: number;
  readonly ok: boolean;
};

export type Report = {
  readonly commit: string;
  /** Files that differ from that commit. */
  readonly changed: boolean;
  readonly at: string;
  readonly machine: Machine;
  readonly durability: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Tip first. */
  readonly sides: readonly SideReport[];
  readonly rounds: readonly Round[];
  readonly watch: WatchFigures | null;
  readonly sockets: SocketFigures | null;
  readonly profile: Profile | null;
  readonly figures: readonly Figure[];
};
