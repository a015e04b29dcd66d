import type { SignalCoverage } from '@clearbook/contracts/signals';
import { messages } from '@clearbook/contracts/messages';
import { BAR_MS, INSTRUMENTS, isSymbol, type Symbol } from '@clearbook/domain/market';
import { instrumentsCovered, signalStrength } from '@clearbook/domain/plans';
import { chooseCoverage, covered, type CoverageChoice, FIRST_COVERAGE } from '@clearbook/domain/signals';
import type { ClientBase, Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';

type Reader = Pick<Pool | ClientBase, 'query'>;
type Standing = { readonly percent: number; readonly allowed: number; readonly choice: CoverageChoice | undefined };

/** The instruments whose current signals a client sees. */
export async function coveredSymbols(reader: Reader, clientId: string, now: Date): Promise<readonly Symbol[]> {
  const { choice, allowed } = await standing(reader, clientId, now);
  return covered(choice, allowed);
}

export async function readCoverage(reader: Reader, clientId: string, now: Date): Promise<SignalCoverage> {
  return wire(await standing(reader, clientId, now), now);
}

/** @throws Problem where the choice is refused. */
export async function putCoverage(
  pool: Pool,
  clientId: string,
  wanted: readonly string[],
  now: Date,
): Promise<SignalCoverage> {
  const symbols = wanted.map(known);
  return transaction(pool, async (client) => {
    // Serialises two choices of one client.
    await client.query('select 1 from app.user where id = $1 for no key update', [clientId]);
    const before = await standing(client, clientId, now);
    const result = chooseCoverage(before.choice, symbols, before.allowed, dayOf(now));
    if (!result.ok) throw refusal(result.code, before.allowed, now);
    const { choice } = result;
    await client.query(
      `insert into app.signal_coverage (client_id, symbols, changed_on) values ($1, $2, $3)
       on conflict (client_id) do update set symbols = excluded.symbols, changed_on = excluded.changed_on`,
      [clientId, choice.symbols, choice.changedOn],
    );
    await invalidate(client, [{ c: clientId, t: ['signals'], e: 'signal_coverage', s: null, a: false }]);
    return wire({ ...before, choice }, now);
  });
}

async function standing(reader: Reader, clientId: string, now: Date): Promise<Standing> {
  const { rows } = await reader.query<{
    signal_percent: number;
    unlimited_until: Date | null;
    suspended_at: Date | null;
    symbols: string[] | null;
    changed_on: string | null;
  }>(
    `select p.signal_percent, p.unlimited_until, p.suspended_at, c.symbols, c.changed_on::text as changed_on
     from ledger.party p left join app.signal_coverage c on c.client_id = p.id where p.id = $1`,
    [clientId],
  );
  const [row] = rows;
  if (!row) throw new Error('no books for a signed-in client');
  const percent = signalStrength(
    { signalPercent: row.signal_percent, unlimitedUntil: row.unlimited_until, suspendedAt: row.suspended_at },
    now,
  );
  return {
    percent,
    allowed: instrumentsCovered(percent),
    choice: row.symbols === null ? undefined : { symbols: row.symbols.filter(isSymbol), changedOn: row.changed_on },
  };
}

function wire({ percent, allowed, choice }: Standing, now: Date): SignalCoverage {
  return {
    percent,
    allowed,
    instruments: INSTRUMENTS.length,
    chosen: [...(choice?.symbols ?? FIRST_COVERAGE)],
    covered: [...covered(choice, allowed)],
    next_change_at: choice?.changedOn === dayOf(now) ? tomorrow(now).toISOString() : null,
  };
}

function known(symbol: string): Symbol {
  if (isSymbol(symbol)) return symbol;
  const message = messages.signals.unknownSymbol(symbol);
  throw new Problem(422, 'request.invalid', message, [{ name: 'symbols', message }]);
}

function refusal(
  code: 'signals.twice' | 'signals.too_many' | 'signals.changed_today',
  allowed: number,
  now: Date,
): Problem {
  const words = messages.signals;
  if (code === 'signals.changed_today')
    return new Problem(409, code, words.changedToday(`${tomorrow(now).toISOString().slice(0, 10)} 00:00 UTC`));
  const message = code === 'signals.twice' ? words.twice : words.tooMany(allowed);
  return new Problem(422, code, message, [{ name: 'symbols', message }]);
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

function tomorrow(now: Date): Date {
  return new Date((Math.floor(now.getTime() / BAR_MS['1d']) + 1) * BAR_MS['1d']);
}
