import { type Refusals, refuseBy } from '../../kernel/refusal.ts';

export const CONFIGURATION_REFUSALS = {
  'instrument.close_only': 422,
  'instrument.off': 422,
  'market.holiday': 422,
  'volume.client': 422,
  'volume.all': 422,
  'config.unknown': 422,
  'config.unchanged': 409,
  'config.changed': 409,
  'config.past': 422,
  'config.too_many': 422,
} as const satisfies Refusals;

export const refuse = refuseBy(CONFIGURATION_REFUSALS);
