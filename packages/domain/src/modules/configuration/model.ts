import { id, json, nullable, reading, table, text, time } from '../../kernel/table.ts';
import type { Exposure } from '../positions/model.ts';

/** Every value that two people set, by whom, why, and from when on. None ever changes; of those in effect, the one whose effect began last counts. */
export const CONFIG_VERSIONS = table(
  'config_version',
  {
    proposalId: id,
    item: text,
    /** Which one: an instrument or an asset class. */
    key: text,
    value: json<unknown>(),
    /** Never before both had agreed. */
    effectiveAt: time,
    proposedBy: id,
    approvedBy: id,
    reason: text,
    /** The version that it takes back. */
    reverts: nullable(id),
    at: time,
  },
  { key: ['proposalId'], book: 'site', lock: 'none' },
);

/** A version as decisions read it. */
export type Version = { readonly id: string; readonly value: unknown; readonly effectiveAt: Date; readonly at: Date };

/** By item and key, as in "instrument EURUSD": the version in effect and those to come, the last to take effect first. */
export const CONFIGURATION = reading<readonly Version[]>('configuration');

/** What all clients together have open of an instrument that has a limit, by its symbol. */
export type Volume = Pick<Exposure, 'side' | 'splits' | 'lots'>;
export const VOLUMES = reading<readonly Volume[]>('volumes');
