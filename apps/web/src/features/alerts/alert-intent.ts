/** "alert btc 118000" in the palette: what is typed behind the word. Null for everything else. */
export function alertIntent(query: string): { wanted: string; price: string } | null {
  const [, wanted, price = ''] =
    /^alert\s+([a-z.]+(?:\/[a-z]+)?)(?:\s+(?:at\s+)?\$?(\d[\d,]*(?:\.\d+)?))?$/i.exec(query.trim()) ?? [];
  return wanted === undefined ? null : { wanted: wanted.replace('/', ''), price: price.replaceAll(',', '') };
}

/** The page of alerts with a filled-in one. */
export function alertAddress(symbol: string, price = ''): string {
  const query = new URLSearchParams({ symbol });
  if (price !== '') query.set('price', price);
  return `/alerts?${query.toString()}`;
}
