import { ACCOUNTS, EVENTS } from '../kernel/accounts.ts';
import type { Module } from '../kernel/module.ts';
import { MODULES } from './modules.ts';

const LIMITS: Readonly<Record<string, number | bigint>> = Object.assign(
  {},
  ...MODULES.map(({ limits }: Module) => limits ?? {}),
);
const NAMES: Readonly<Record<string, Readonly<Record<string, number | bigint>>>> = {
  account: ACCOUNTS,
  event: EVENTS,
  /** What an event is among others in one number. */
  bit: Object.fromEntries(Object.entries(EVENTS).map(([name, code]) => [name, 2 ** code])),
  limit: LIMITS,
};

/**
 * SQL in which accounts, events and limits stand by name (`@account.cash`, `@event.trade_opened`, `@limit.open_trades`), with their codes and
 * numbers filled in.
 * @throws where a name is not known
 */
export function namedSql(sql: string): string {
  return sql.replaceAll(/@(account|event|bit|limit)\.([a-z_]+(?::[a-z]+)?)/g, (_all, of: string, name: string) => {
    const value = NAMES[of]?.[name];
    if (value === undefined) throw new Error(`no ${of} is called ${name}`);
    return String(value);
  });
}
