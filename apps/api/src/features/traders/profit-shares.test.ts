import { expect, it } from 'vitest';
import { LedgerBusy } from '../../ledger/index.ts';
import { payProfitShares, takeProfitShares } from './profit-shares.ts';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** A full page, then one with a single record. */
const RECORDS = Array.from({ length: 2_001 }, (_, n) => ({
  id: idOf(n + 1),
  client_id: idOf(n + 1),
  lead_id: idOf(n + 1),
  of: 'x',
}));

function fakes(failing: Error) {
  const sent: string[] = [];
  const pool = {
    query: (asked: string | { values: string[] }, values?: string[]) => {
      if (asked === 'select ledger.finish_shares()') return Promise.resolve({ rows: [] });
      const after = (typeof asked === 'string' ? values : asked.values)?.at(-1) ?? '';
      return Promise.resolve({ rows: RECORDS.filter(({ id }) => id > after).slice(0, 2_000) });
    },
  };
  const ledger = {
    execute: ({ clientId }: { clientId: string }) => {
      sent.push(clientId);
      return clientId === idOf(1) ? Promise.reject(failing) : Promise.resolve({ outcome: { ok: true } });
    },
  };
  const log = { warn: () => undefined, error: () => undefined };
  return { sent, parts: { pool, ledger, log } as unknown as Parameters<typeof payProfitShares>[0] };
}

it('[O99] a copy that cannot be settled now ends the run for none on the pages behind it', async () => {
  const { sent, parts } = fakes(new Error('not this one'));
  await expect(takeProfitShares(parts, new Date('2026-04-01T00:00:10Z'))).rejects.toThrow('not this one');
  expect(sent).toHaveLength(2_001);
});

it('[O99] a share that cannot be paid now ends the run for none on the pages behind it', async () => {
  const { sent, parts } = fakes(new LedgerBusy());
  await expect(payProfitShares(parts)).rejects.toThrow(LedgerBusy);
  expect(sent).toHaveLength(2_001);
});
