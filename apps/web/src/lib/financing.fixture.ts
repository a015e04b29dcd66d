import type { Instrument } from '@clearbook/contracts';

/** What a night of USDJPY costs either side. */
export const YEN_FINANCING: Instrument['financing_rates'] = {
  buy: { percent_year: '0.50', percent_night: '0.001370' },
  sell: { percent_year: '4.50', percent_night: '0.012329' },
};
