/** What is wrong with a line of a statement, and what to do about it. The server alone says it. */
export const statementFileWords = {
  empty: 'The file has no lines. Export the statement again.',
  notRead: 'This isn’t CSV or camt.053. Export the statement in one of these formats.',
  broken: (what: string) => `The CSV can’t be read here: ${what}. Export the statement again.`,
  brokenXml: (what: string) => `The XML can’t be read: ${what}. Export the statement again.`,
  noStatement: 'There’s no statement (BkToCstmrStmt) in it. Export it as camt.053.',
  doctype: 'The file declares a document type, which statements never do. Export it again.',
  columnMissing: (name: string) => `There’s no column “${name}”. Add it to the first line.`,
  columnUnknown: (name: string, known: string) =>
    `“${name}” isn’t a known column. Remove it, or rename it to one of: ${known}.`,
  columnsMore: 'The line has more columns than the first line. Put values with a comma or semicolon in quotes.',
  columnTwice: (name: string) => `There are two columns “${name}”. Remove one.`,
  date: 'Not a date. Write it like 2026-11-20.',
  future: 'This day is in the future. Correct the date.',
  amount: (places: number) =>
    `Not an amount. Write a figure with a point and at most ${places} decimal places, like -1250.50, without other signs.`,
  zero: 'The amount is zero. Remove the line.',
  tooLarge: 'The amount is too large. Check where its decimal point is.',
  tooLong: (most: number) => `Longer than ${most} characters. Shorten it.`,
  txid: 'Not a transaction id: it has 64 hexadecimal digits.',
  output: 'Not an output number. Write 0 or a whole number, or leave it empty.',
  twice: (line: number) => `The same id is in line ${line}. Remove one of the two.`,
  currency: (found: string) => `The statement is in ${found}. Accounts are kept in USD: import a USD statement.`,
  dateMissing: 'The entry has no booking date. Export the statement again.',
  direction: 'The entry doesn’t say whether money came in or went out (CdtDbtInd). Export the statement again.',
  coins: 'camt.053 is for bank accounts. Import CSV for coins.',
  tooMany: (most: number) => `More than ${most.toLocaleString('en-US')} lines. Split the file by days.`,
} as const;
