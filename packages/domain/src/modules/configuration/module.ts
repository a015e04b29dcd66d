import { follow, module } from '../../kernel/module.ts';
import { TRADES } from '../positions/model.ts';
import { MAX_SCHEDULED } from './configure.ts';
import { nameOf, withVersion } from './in-force.ts';
import { DEFAULT_DEPOSIT_LIMITS } from './default-limits.ts';
import { type ConfigItem, hundredths, MAX_ADDED_SPREAD, MAX_FINANCING_BPS, MAX_WORDING } from './items.ts';
import { CONFIG_VERSIONS, CONFIGURATION, VOLUMES } from './model.ts';
import { CONFIGURATION_REFUSALS } from './refusals.ts';
import { followVolume } from './volumes.ts';

/** What two people set for everybody, with its history and from a day on: see modules/proposals. */
export const configuration = module({
  name: 'configuration',
  uses: ['identity', 'positions'],
  tables: [CONFIG_VERSIONS],
  follows: [
    follow(CONFIG_VERSIONS, (state, _before, { proposalId, item, key, value, effectiveAt, at }) => {
      const name = nameOf(item as ConfigItem, key);
      const versions = state.of(CONFIGURATION).get(name) ?? [];
      state.of(CONFIGURATION).set(name, withVersion(versions, { id: proposalId, value, effectiveAt, at }));
    }),
    follow(TRADES, followVolume),
  ],
  refusals: CONFIGURATION_REFUSALS,
  limits: {
    scheduled: MAX_SCHEDULED,
    financing_bps: MAX_FINANCING_BPS,
    spread_tenths: MAX_ADDED_SPREAD,
    wording_subject: MAX_WORDING.subject,
    wording_line: MAX_WORDING.line,
    wording_lines: MAX_WORDING.lines,
    email_day: hundredths(DEFAULT_DEPOSIT_LIMITS.email.day),
    email_month: hundredths(DEFAULT_DEPOSIT_LIMITS.email.month),
    identity_day: hundredths(DEFAULT_DEPOSIT_LIMITS.identity.day),
    identity_month: hundredths(DEFAULT_DEPOSIT_LIMITS.identity.month),
  },
  readings: { CONFIGURATION, VOLUMES },
  commands: {},
});
