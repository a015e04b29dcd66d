import { CONFIG_NOTICE_MS } from '@clearbook/domain/configuration-notice';
import type { Configure, ConfigItem, ConfigValues } from '@clearbook/domain/configuration';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import type { Books } from './books.ts';
import { replacedAt } from '../src/features/configuration/configuration.query.ts';

/** Two people of the staff, who set values of one thing. */
export type Configuring<I extends ConfigItem> = {
  readonly maker: string;
  readonly checker: string;
  /** One of them proposes it. */
  propose(
    value: ConfigValues[I],
    effectiveAt?: Date | null,
  ): Promise<{ readonly proposalId: string; readonly command: Configure }>;
  /** Both agree. */
  set(value: ConfigValues[I], effectiveAt?: Date | null): Promise<string>;
};

export async function configuring<I extends ConfigItem>(
  books: Books,
  pool: pg.Pool,
  item: I,
  key: string,
): Promise<Configuring<I>> {
  const [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  const propose: Configuring<I>['propose'] = async (value, effectiveAt = null) => {
    const earliest = new Date(books.now().getTime() + (CONFIG_NOTICE_MS[item] ?? 0));
    const at = effectiveAt !== null && effectiveAt > earliest ? effectiveAt : earliest;
    const command: Configure = {
      ...{ kind: 'configure', item, key, value: JSON.stringify(value), effectiveAt },
      ...{ replaces: await replacedAt(pool, item, key, at), reverts: null },
    };
    const proposalId = newId();
    const { outcome } = await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'rates rose' });
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return { proposalId, command };
  };
  return {
    maker,
    checker,
    propose,
    async set(value, effectiveAt) {
      const { proposalId, command } = await propose(value, effectiveAt);
      const decided = { kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve' } as const;
      const { outcome } = await books.run({ ...decided, reason: null });
      if (!outcome.ok || outcome.result.status !== 'approved') throw new Error(JSON.stringify(outcome));
      return proposalId;
    },
  };
}
