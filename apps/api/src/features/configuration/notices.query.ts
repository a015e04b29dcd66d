import type { PublicSettings } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { type ConfigItem, type ConfigValues, CONFIGURABLE, hasBegun } from '@clearbook/domain/configuration';
import { instrument, INSTRUMENTS, isSymbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';

type Reader = Pick<Pool, 'query'>;
type Row = {
  readonly item: ConfigItem;
  readonly key: string;
  readonly value: unknown;
  readonly effectiveAt: Date;
  readonly at: Date;
};
type Notices = Pick<PublicSettings, 'notices' | 'restricted' | 'notices_change_at'>;
type Notice = PublicSettings['notices'][number];
type Restriction = PublicSettings['restricted'][number];
type Versions = ReadonlyMap<string, Row>;

/** What clients read on every page now, and when that is other than now: open pages ask again then. */
export async function readNotices(pool: Reader, now: Date): Promise<Notices> {
  const { rows } = await pool.query<Row>(
    `select v.item, v.key, v.value, v.effective_at as "effectiveAt", v.at
     from ledger.config_version v where v.item in ('instrument', 'closures', 'announcements') order by v.effective_at desc, v.number desc`,
  );
  const changes = rows.filter((row) => !hasBegun(row, now)).map(({ effectiveAt }) => effectiveAt.getTime());
  const found = new Map<string, Row>();
  for (const row of rows) {
    const name = `${row.item} ${row.key}`;
    if (hasBegun(row, now) && !found.has(name)) found.set(name, row);
  }
  const notices: Notice[] = [];
  const during = ({ from, until }: { readonly from: string; readonly until: string }): boolean => {
    for (const moment of [from, until]) if (new Date(moment) > now) changes.push(new Date(moment).getTime());
    return new Date(from) <= now && now < new Date(until);
  };
  for (const { item, key, value } of found.values()) {
    if (item === 'announcements') notices.push(...announced(key, read('announcements', value), during));
    if (item === 'closures') notices.push(...closed(key, read('closures', value), during));
  }
  const closeOnly = [...found.values()].flatMap(({ item, key, value }) =>
    item === 'instrument' && isSymbol(key) && read('instrument', value).state === 'close_only'
      ? [instrument(key).name]
      : [],
  );
  if (closeOnly.length > 0)
    notices.push({
      id: 'close-only',
      audience: 'clients',
      text: messages.configuration.closeOnlyNow(closeOnly.toSorted()),
    });
  const restricted = INSTRUMENTS.flatMap((one) => restrictionOf(one, found, now));
  return {
    notices,
    restricted,
    notices_change_at: changes.length === 0 ? null : new Date(Math.min(...changes)).toISOString(),
  };
}

/** Whether nothing can be opened of it now: as refuseNotOffered and refuseHoliday decide, in the words of the refusal. */
function restrictionOf(
  { symbol, name, class: assetClass }: (typeof INSTRUMENTS)[number],
  found: Versions,
  now: Date,
): Restriction[] {
  const row = found.get(`instrument ${symbol}`);
  const why = row === undefined ? 'on' : read('instrument', row.value).state;
  if (why === 'off') return [{ symbol, why, text: messages.configuration.off(name) }];
  if (why === 'close_only') return [{ symbol, why, text: messages.configuration.closeOnly(name) }];
  const [closure] = [symbol, assetClass]
    .flatMap(
      (key) => read('closures', found.get(`closures ${key}`)?.value ?? CONFIGURABLE.closures.standard(key)).closures,
    )
    .filter(({ from, until }) => new Date(from) <= now && now < new Date(until))
    .toSorted((one, other) => Date.parse(other.until) - Date.parse(one.until));
  return closure === undefined
    ? []
    : [{ symbol, why: 'closed', text: messages.configuration.holiday(closure.name, minuteOf(closure.until)) }];
}

/** "2026-12-25 00:00" of a time in UTC. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

function read<I extends ConfigItem>(item: I, value: unknown): ConfigValues[I] {
  return CONFIGURABLE[item].read(value);
}

type During = (times: { readonly from: string; readonly until: string }) => boolean;

function announced(key: string, { announcements }: ConfigValues['announcements'], during: During): Notice[] {
  const audience = key === 'clients' ? 'clients' : 'everyone';
  return announcements.filter(during).map(({ text, from }) => ({ id: `${key} ${from} ${text}`, audience, text }));
}

function closed(key: string, { closures }: ConfigValues['closures'], during: During): Notice[] {
  const what = isSymbol(key)
    ? instrument(key).name
    : messages.configuration.classes[key as 'forex' | 'crypto' | 'stock'];
  return closures.filter(during).map(({ name, until }) => ({
    id: `closed ${key} ${until} ${name}`,
    audience: 'clients',
    text: messages.configuration.closedNow(what, name, minuteOf(until)),
  }));
}
