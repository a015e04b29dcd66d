/** Names of the columns that open positions can show beside those of every table of trades. */
export const positionColumnWords = {
  choose: 'Columns',
  value: 'Value',
  collateral: 'Collateral',
  return: 'P/L %',
  opened: 'Opened',
} as const;
