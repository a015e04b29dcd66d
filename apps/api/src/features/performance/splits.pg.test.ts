import type { Equity, RealisedGains } from '@clearbook/contracts/performance';
import { decimalToCents } from '@clearbook/domain/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { archiveServer, type ArchiveServer } from '../../../test/archives.ts';
import { PassingTime } from '../../../test/passing-time.ts';
import { type Served, serve } from '../../../test/served.ts';
import { performanceRoutes } from './index.ts';

let server: ArchiveServer;
let time: PassingTime;
let http: Served;
let clientId: string;
beforeAll(async () => {
  server = await archiveServer();
  const { books, pool, market } = server;
  http = await serve(
    () => books.now(),
    (register) => performanceRoutes(register, { pool, market }),
  );
  books.at(new Date('2026-03-25T15:00:00Z'));
  time = await PassingTime.begin(server);
  await time.pass(1_000);
  clientId = await books.openParty();
  await books.fund(clientId, 1_000_000n);
  await pool.query('select ledger.record_split($1, $2, 1, 7, $3, $4, $5, $5)', [newId(), 'IBM', '2026-03-27', 'exchange', books.now()]); // prettier-ignore
}, 60_000);
afterAll(async () => {
  await time.end();
  await http.app.close();
  await server.close();
});

const until = async (moment: string) => {
  const ms = Date.parse(moment) - server.books.now().getTime();
  await time.pass(ms, ms);
};
const cents = (money: { amount: string } | null) => decimalToCents(money?.amount ?? 'none');
const curve = () => http.get<Equity>('/me/equity?range=1d', `client ${clientId}`);

// One new share for seven at 13:25 UTC: of 6.01 shares 0.06 are left over, and closed at the last price of the old ones.
it('[PF1] [PF10] a split that is booked hours late moves no point of the curve, and what it left over is a gain at prices of the old shares', async () => {
  const { books } = server;
  const order = { kind: 'open_trade', clientId, symbol: 'IBM', side: 'buy', lots: 601n, amount: 100_000n } as const;
  const { outcome } = await books.run(order);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  await until('2026-03-27T16:10:00Z');
  const { points } = await curve();
  const valueAt = (hour: string) => cents(points.find(({ at }) => at === `2026-03-27T${hour}:00.000Z`)?.value ?? null);
  // Nothing trades before the session begins at 13:30. After it a share moves by less than a tenth in a few hours.
  expect(valueAt('13:30')).toBe(valueAt('13:15'));
  for (const hour of ['13:45', '14:30', '15:15', '16:00']) {
    const moved = valueAt(hour) - valueAt('13:15');
    expect(moved < 16_000n && moved > -16_000n, `${hour}: ${moved}`).toBe(true);
  }
  await books.run({ kind: 'close_trade', clientId, tradeId: outcome.result.trade_id, lots: null });
  expect(cents((await curve()).value).toString()).toBe((await books.party(clientId))['cash']);
  const { data } = await http.get<RealisedGains>('/me/gains?year=2026', `client ${clientId}`);
  expect(data.map(({ lots }) => lots)).toEqual(['0.06', '0.85']);
  for (const { lots, entry_price: entry, exit_price: exit, gross } of data)
    expect(Number(gross.amount)).toBeCloseTo((Number(exit) - Number(entry)) * Number(lots), 1);
});
