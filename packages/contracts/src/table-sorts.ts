/** The orders of Manage's tables: by which column, and whether from its end. */
export const SORTS = {
  newest: { by: 'date', down: true },
  oldest: { by: 'date', down: false },
  largest: { by: 'amount', down: true },
  smallest: { by: 'amount', down: false },
  a_to_z: { by: 'email', down: false },
  z_to_a: { by: 'email', down: true },
} as const satisfies Readonly<Record<string, { by: string; down: boolean }>>;
export type Sort = keyof typeof SORTS;

const BY_DATE = ['newest', 'oldest'] as const;

/** Which of them each table takes, its own first: those that an index holds, so that they are the whole table's and cost the same at any size. */
export const TABLE_SORTS = {
  users: [...BY_DATE, 'a_to_z', 'z_to_a'],
  deposits: [...BY_DATE, 'largest', 'smallest'],
  withdrawals: [...BY_DATE, 'largest', 'smallest'],
  trades: BY_DATE,
  verifications: BY_DATE,
  proposals: BY_DATE,
  audit: BY_DATE,
} as const satisfies Readonly<Record<string, readonly ['newest', ...Sort[]]>>;
export type TableName = keyof typeof TABLE_SORTS;
