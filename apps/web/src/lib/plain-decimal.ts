/** Three digits a group, one kind of separator throughout, as people and spreadsheets write them. */
const GROUPED = /^[1-9]\d{0,2}([,\u00a0\u202f ’'_])\d{3}(?:\1\d{3})*(?:\.\d*)?$/;

/** What somebody typed as the plain decimal that the rules and the server read: "1,250.50" → "1250.50". Whatever is no such number stays as it is. */
export function plainDecimal(typed: string): string {
  const text = typed.trim();
  const separator = GROUPED.exec(text)?.[1];
  return separator === undefined ? typed : text.replaceAll(separator, '');
}
