import { configSetting } from '@clearbook/contracts/configuration';
import type { Reply } from '@clearbook/contracts';
import { factText } from '../../lib/fact.ts';
import { valueText, whatOf } from './configuration.form.ts';

type AuditEntry = Reply<'GET /admin/audit'>['data'][number];

/** What an action of staff came with, as staff read it: "Day limit: $5,000.00", or for the configuration "Instrument: GBP/JPY → Close only". */
export function factsText({ facts }: Pick<AuditEntry, 'facts'>): string {
  const { item, key, value, reason: _reason, ...others } = facts;
  const set = settingText(item, key, value);
  // What was set before its form changed is shown as it was kept.
  const said = set === undefined ? named({ item, key, value }) : [set];
  return [...said, ...named(others)].join(', ');
}

/** Why: in a note of its own, or among the facts. */
export function reasonOf({ reason, facts }: Pick<AuditEntry, 'reason' | 'facts'>): string | null {
  return reason ?? facts['reason'] ?? null;
}

function settingText(item: string | undefined, key: string | undefined, value: string | undefined): string | undefined {
  if (item === undefined || key === undefined || value === undefined) return undefined;
  const { data: setting } = configSetting.safeParse({ item, key, value: parsed(value) });
  return setting === undefined ? undefined : `${whatOf(setting, new Map())} → ${valueText(setting)}`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function named(facts: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(facts).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}: ${factText(name, value)}`],
  );
}
