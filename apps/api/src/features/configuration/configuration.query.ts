import { type Configuration, type ConfigVersion, isPlanItem, type PlanItem } from '@clearbook/contracts/configuration';
import { type ConfigItem, CONFIGURABLE, hasBegun } from '@clearbook/domain/configuration';
import type { Pool } from 'pg';
import { settingOf, usd } from '../books/index.ts';

type Reader = Pick<Pool, 'query'>;
type Row = {
  readonly id: string;
  readonly item: ConfigItem;
  readonly key: string;
  readonly value: unknown;
  readonly effective_at: Date;
  readonly at: Date;
  readonly proposed_by: string;
  readonly approved_by: string;
  readonly reason: string;
  readonly reverts: string | null;
};
type WaitingRow = {
  readonly id: string;
  readonly command: {
    readonly item: ConfigItem;
    readonly key: string;
    readonly value: string;
    readonly effectiveAt: string | null;
  };
  readonly by: string;
};

type PlanRow = {
  readonly item: PlanItem;
  readonly key: string;
  readonly name: string;
  readonly price: string;
};

/** Everything that two people set: as it is, as it will be, and as it was. */
export async function readConfiguration(pool: Reader, now: Date): Promise<Configuration> {
  const [{ rows }, { rows: waiting }, { rows: plans }] = await Promise.all([
    // In the order in which they take effect, the last one first.
    pool.query<Row>(
      `select v.proposal_id as id, v.item, v.key, v.value, v.effective_at, v.at, p.email as proposed_by, a.email as approved_by, v.reason, v.reverts
       from ledger.config_version v join app.user p on p.id = v.proposed_by join app.user a on a.id = v.approved_by
       order by v.effective_at desc, v.number desc`,
    ),
    pool.query<WaitingRow>(
      `select p.id, p.command, u.email as by from ledger.proposal p join app.user u on u.id = p.proposed_by
       where p.kind = 'configure' and p.status = 'waiting' and p.lapses_at > $1 order by p.id desc`,
      [now],
    ),
    pool.query<PlanRow>(
      `select 'package' as item, id as key, name, price from ledger.package
       union all select 'signal_plan', id, name, price from ledger.signal_plan order by item, price, key`,
    ),
  ]);
  const found = new Set<string>();
  const versions = rows.map((row): ConfigVersion => {
    const name = `${row.item} ${row.key}`;
    const begun = hasBegun({ effectiveAt: row.effective_at, at: row.at }, now);
    const inForce = begun && !found.has(name);
    if (inForce) found.add(name);
    const { id, item, key, value, reason, reverts, proposed_by, approved_by } = row;
    return {
      ...{ id, reason, reverts, proposed_by, approved_by },
      setting: settingOf(item, key, value),
      effective_at: row.effective_at.toISOString(),
      state: inForce ? 'in_force' : begun ? 'past' : 'scheduled',
      at: row.at.toISOString(),
    };
  });
  return {
    in_force: versions.filter(({ state }) => state === 'in_force'),
    scheduled: versions.filter(({ state }) => state === 'scheduled').toReversed(),
    waiting: waiting.map(({ id, command, by }) => ({
      proposal_id: id,
      setting: settingOf(command.item, command.key, JSON.parse(command.value)),
      effective_at: command.effectiveAt,
      proposed_by: by,
    })),
    plans: plans.map(({ item, key, name, price }) => ({ item, key, name, price: usd(BigInt(price)) })),
    history: versions.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)),
  };
}

/** Whether there is such a plan; of everything else the key alone tells. */
export async function isKnown(pool: Reader, item: ConfigItem, key: string): Promise<boolean> {
  if (!isPlanItem(item)) return true;
  const { rows } = await pool.query<{ name: string | null }>('select ledger.plan_name($1, $2) as name', [item, key]);
  return rows[0]?.name !== null;
}

/** The version whose place one takes that begins at this moment; null where nobody has set anything. */
export async function replacedAt(
  pool: Reader,
  item: ConfigItem,
  key: string,
  effectiveAt: Date,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>('select ledger.replaced_at($1, $2, $3, null) as id', [
    ...[item, key, effectiveAt],
  ]);
  return rows[0]?.id ?? null;
}

type Found = { readonly item: ConfigItem; readonly key: string; readonly before: unknown; readonly effectiveAt: Date };

/** The version, and the value that it took the place of. */
export async function findVersion(pool: Reader, id: string): Promise<Found | undefined> {
  const { rows } = await pool.query<Found>(
    `select v.item, v.key, v.effective_at as "effectiveAt", (select b.value from ledger.config_version b where (b.item, b.key) = (v.item, v.key)
        and (b.effective_at, b.number) < (v.effective_at, v.number) order by b.effective_at desc, b.number desc limit 1) as before
     from ledger.config_version v where v.proposal_id = $1`,
    [id],
  );
  const [row] = rows;
  return row && { ...row, before: row.before ?? CONFIGURABLE[row.item].standard(row.key) };
}
