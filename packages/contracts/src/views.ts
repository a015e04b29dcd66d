import * as z from 'zod/mini';
import { adminDepositsQuery, adminTradesQuery, adminUsersQuery, adminWithdrawalsQuery, auditQuery } from './admin.ts';
import { cursorList, id, line, pageQuery, searchText } from './common.ts';
import { adminVerificationsQuery } from './identity.ts';
import { messages } from './messages.ts';
import type { Permission } from './permissions.ts';
import { proposalsQuery } from './proposals.ts';
import type { TableName } from './table-sorts.ts';

/** Views of one table that one member of staff keeps. */
export const VIEWS_MAX = 20;
export const VIEW_NAME_MAX_LENGTH = 40;

type ViewTable = { can: Permission; address: z.core.$ZodType<ViewAddress> };
const kept = { q: true, status: true, sort: true } as const;

/** The tables that views are kept of: what it takes to read each, and what its own request takes for search, filter and order. */
export const VIEW_TABLES = {
  users: { can: 'client.read', address: z.pick(adminUsersQuery, kept) },
  deposits: { can: 'deposit.read', address: z.pick(adminDepositsQuery, kept) },
  withdrawals: { can: 'withdrawal.read', address: z.pick(adminWithdrawalsQuery, kept) },
  trades: { can: 'trade.read', address: z.pick(adminTradesQuery, kept) },
  verifications: { can: 'verification.read', address: z.pick(adminVerificationsQuery, kept) },
  proposals: { can: 'proposal.read', address: z.pick(proposalsQuery, kept) },
  audit: { can: 'audit.read', address: z.pick(auditQuery, kept) },
} as const satisfies Readonly<Record<TableName, ViewTable>>;

const viewTable = z.enum(Object.keys(VIEW_TABLES) as [TableName, ...TableName[]], {
  error: messages.common.badFilter,
});
/** Search, filter and order; no page, which is another one tomorrow. Each table takes its own filters and orders only. */
const address = z.strictObject({
  q: pageQuery.shape.q,
  status: pageQuery.shape.status,
  sort: z.optional(searchText(30)),
});
export type ViewAddress = z.infer<typeof address>;
const name = line(VIEW_NAME_MAX_LENGTH, messages.views.nameRequired);

export const saveViewBody = z.strictObject({ table: viewTable, name, address });
export const changeViewBody = z.strictObject({ name: z.optional(name), address: z.optional(address) });

export const savedView = z.strictObject({
  id,
  table: viewTable,
  name: z.string(),
  address,
  /** False where the table no longer takes the filter or order that was kept. */
  fits: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;
export const savedViews = cursorList(savedView);
