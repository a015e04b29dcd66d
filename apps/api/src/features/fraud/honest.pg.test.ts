import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_MARKETS } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { readSignals } from './signals.query.ts';

/** `npm run accept -- --only frauds` asks for 10,000. */
const CLIENTS = Number(process.env['HONEST'] ?? 2_000);
const DAY_MS = 86_400_000;
const NOW = OPEN_MARKETS.getTime();
/** Wallets and exchanges, light and dark: their screens look alike, and few are used by most. */
const SCREENS = 60;
const FIRST =
  'Ann Ben José Łucja Mary Omar Priya Chen Sofía Tom Uwe Vera Wim Xenia Yusuf Zoë Ingrid Karl Lena Noah'.split(' ');
const LAST =
  'Lee Núñez O’Neil Smith Müller Schmidt-Meyer Kowalski Rossi García Dubois Nguyen Patel Haddad Okafor Jensen Berg'.split(
    ' ',
  );
const AMOUNTS = [10_000, 25_000, 50_000, 100_000, 200_000, 500_000];

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase({ durable: false });
});
afterAll(() => db.drop());

/** A sequence that looks random, the same for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Honest = ReturnType<typeof honestClients>[number];

/**
 * Honest people as they are: most are paid to their own account, in their name as a bank spells it, a month after a deposit that they traded with. Some
 * are paid to their partner's account, clear their cookies, change their password or change their mind.
 */
function honestClients(next: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const happens = (share: number) => next() < share;
  const bits = () => Array.from({ length: 64 }, () => (happens(0.5) ? '1' : '0')).join('');
  const screens = Array.from({ length: SCREENS }, bits);
  const flip = (look: string, at: number) => look.slice(0, at) + (look[at] === '1' ? '0' : '1') + look.slice(at + 1);
  // The first is used most: one in so many uses the tenth as often.
  const screen = () => Math.floor(SCREENS ** next()) - 1;
  let partner = '';
  return Array.from({ length: CLIENTS }, (_, i) => {
    const [first, last] = [pick(FIRST), `${pick(LAST)}${i % 7 === 0 ? ` ${pick(LAST)}` : ''}`];
    const fullname = `${first} ${last}`;
    const spelt = pick([fullname, fullname, fullname, fullname.toUpperCase(), `${last} ${first}`, `${first[0] ?? ''} ${last}`, `Mr ${fullname}`, fullname.normalize('NFD').replaceAll(/\p{M}/gu, '')]); // prettier-ignore
    const shot = happens(0.7) ? flip(screens[screen()] ?? bits(), Math.floor(next() * 64)) : bits();
    const account = happens(0.002) && partner !== '' ? partner : `DE${String(i).padStart(20, '0')}`;
    partner = account;
    const method = pick(['bitcoin', 'ethereum', 'tether'] as const);
    const cents = pick(AMOUNTS);
    const rate = method === 'tether' ? 1 : (method === 'bitcoin' ? 60_000 : 3_000) * (0.9 + next() * 0.2);
    const broughtIn = NOW - Math.floor((1 + next() * 60) * DAY_MS);
    return {
      id: newId(),
      deposit_id: newId(),
      withdrawal_id: newId(),
      file_id: newId(),
      earlier_id: newId(),
      fullname,
      account_name: happens(0.002) ? `${pick(FIRST)} Partner` : spelt,
      account,
      look: BigInt.asIntN(64, BigInt(`0b${shot}`)).toString(),
      digest: String(i),
      method,
      cents,
      units: Math.round((cents * 1e6) / rate),
      opened_at: new Date(broughtIn - DAY_MS),
      brought_at: new Date(broughtIn),
      traded: !happens(0.003),
      side: pick(['buy', 'sell'] as const),
      lots: pick([1, 5, 10, 50, 100]),
      // Some of those who lose lose more than their collateral, which the house covers.
      shortfall: happens(0.01) ? 1_000 : 0,
      takes: Math.max(1_000, Math.floor(cents * next())),
      paid_before: happens(0.6),
      device_at: happens(0.01) ? new Date(NOW - 3_600_000) : new Date(broughtIn - DAY_MS),
      changed: happens(0.005),
    };
  });
}

/** As the books would hold it. Written by their owner, because two thousand lives command by command take minutes. */
async function keep(people: readonly Honest[]): Promise<void> {
  const owner = await db.ownerPool.connect();
  const each = `json_populate_recordset(null::honest, $1::json) h`;
  const insert = (sql: string) => owner.query(sql.replace('HONEST', each), [JSON.stringify(people)]);
  try {
    await owner.query('set statement_timeout = 0');
    await owner.query(`create type honest as (id uuid, deposit_id uuid, withdrawal_id uuid, file_id uuid, earlier_id uuid, fullname text, account_name text,
      account text, look bigint, digest text, method ledger.deposit_method, cents bigint, units bigint, opened_at timestamptz, brought_at timestamptz, traded boolean, side ledger.side, lots bigint, shortfall bigint,
      takes bigint, paid_before boolean, device_at timestamptz, changed boolean)`); // prettier-ignore
    await insert("select ledger.open_party(h.id, 'client') from HONEST");
    await insert(
      `insert into app.user (id, email, username, fullname, role, created_at) select h.id, h.id || '@example.test', 'someone', h.fullname, 'client', h.opened_at from HONEST`,
    );
    await insert(`insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at, look)
      select h.file_id, h.id, 'proof', sha256(h.digest::bytea), 1, 'image/webp', h.brought_at, h.look from HONEST`);
    await insert(`insert into ledger.deposit (book, id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, proof_file, proof_at,
        received_units, receipt_rate, credited, txid, output_index, created_at, decided_at)
      select ledger.book_of(h.id), h.deposit_id, h.id, h.cents, h.method, 'approved', 'a', h.units, 1, 'test', h.brought_at, h.file_id, h.brought_at, h.units, 1, h.cents,
        case when h.method = 'ethereum' then '0x' else '' end || encode(sha256(h.digest::bytea), 'hex'), 0, h.brought_at, h.brought_at from HONEST`);
    const payouts = `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at, decided_at, payee, payout_reference)`;
    await insert(
      `${payouts} select ledger.book_of(h.id), h.withdrawal_id, h.id, h.takes, 0, 0, 'bank', 'pending', '${new Date(NOW).toISOString()}', '${new Date(NOW).toISOString()}', null, h.account, null from HONEST`,
    );
    await insert(
      `${payouts} select ledger.book_of(h.id), h.earlier_id, h.id, 100, 0, 0, 'bank', 'approved', h.brought_at, h.brought_at, h.brought_at, h.account, 'wire' from HONEST where h.paid_before`,
    );
    await insert(`insert into app.note (subject_id, kind, client_id, body, at)
      select h.withdrawal_id, 'destination', h.id, jsonb_build_object('accountNumber', h.account, 'bankName', 'First Bank', 'accountName', h.account_name), now() from HONEST`);
    await insert(
      'insert into app.known_device select h.id, sha256(h.digest::bytea), h.device_at, h.device_at from HONEST',
    );
    await insert(`insert into app.account_lock select sha256(h.digest::bytea), h.id, 'password', 'a@example.test', false, '${new Date(NOW - DAY_MS).toISOString()}', now(), null
      from HONEST where h.changed`);
    await insert(`insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left,
        leverage_hundredths, status, entry_price, entry_quote_id, opened_at, closed_at, closed_by, realised, shortfall)
      select ledger.book_of(h.id), gen_random_uuid(), h.id, 'EURUSD', h.side, h.lots, 0, 100, 0, 100, 0, 100, 'closed', 1, 'q', h.brought_at + interval '1 hour',
        h.brought_at + interval '2 hours', 'client', case when h.shortfall = 0 then 100 else -100 end, h.shortfall from HONEST where h.traded`);
    await owner.query('analyze');
  } finally {
    owner.release();
  }
}

it('[FS2] flags fewer than 2 % of two thousand honest clients or more, at their deposit and at their payout', async () => {
  const people = honestClients(sequence(2_026));
  await keep(people);
  const flagged = new Map<string, number>();
  let withFlags = 0;
  let notes = 0;
  for (let i = 0; i < people.length; i += 8) {
    const found = await Promise.all(
      people
        .slice(i, i + 8)
        .map(async ({ deposit_id: deposit, withdrawal_id: withdrawal }) => [
          ...((await readSignals(db.pool, { what: 'deposit', id: deposit }, false))?.signals ?? []),
          ...((await readSignals(db.pool, { what: 'withdrawal', id: withdrawal }, false))?.signals ?? []),
        ]),
    );
    for (const signals of found) {
      const flags = signals.filter(({ severity }) => severity !== 'note');
      notes += signals.length - flags.length;
      if (flags.length > 0) withFlags += 1;
      for (const { kind } of flags) flagged.set(kind, (flagged.get(kind) ?? 0) + 1);
    }
  }
  const counts = JSON.stringify(Object.fromEntries(flagged));
  process.stdout.write(`${withFlags} of ${CLIENTS} honest clients flagged, ${notes} notes: ${counts}\n`);
  expect(withFlags, counts).toBeLessThan(CLIENTS * 0.02);
  // They are lively enough to be mistaken.
  expect(flagged.size, counts).toBeGreaterThan(3);
  expect(notes).toBeGreaterThan(CLIENTS / 4);
}, 1_200_000);
