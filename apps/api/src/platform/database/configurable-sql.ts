import { CONFIG_PERMISSIONS } from '@clearbook/contracts/configuration';
import { configWords } from '@clearbook/contracts/words/configuration';
import { CONFIG_NOTICE_MS } from '@clearbook/domain/configuration-notice';
import pg from 'pg';

/** The text of apps/api/sql/generated/configurable.sql: everything that can be configured, what setting it takes, and what it is called. */
export function configurableSql(items: Readonly<Record<string, string>> = CONFIG_PERMISSIONS): string {
  return `-- Made from what packages/contracts/src/configuration.ts declares and words/configuration.ts calls it, by npm run format. Not to be edited.
-- The permission that proposing and approving a value takes; null for what nobody can configure.
create or replace function ledger.configuring(p_item text) returns text
language sql immutable as
$$
  select case p_item
${cases(items)}
  end
$$;

-- How long before a value takes effect it has to be approved.
create or replace function ledger.config_notice(p_item text) returns interval
language sql immutable as
$$
  select case p_item
${Object.entries(CONFIG_NOTICE_MS)
  .map(([item, ms]) => `    when ${pg.escapeLiteral(item)} then interval '${ms} ms'`)
  .join('\n')}
    else interval '0' end
$$;

-- What a thing is called in a message to staff; null for what has no name of its own.
create or replace function ledger.config_word(p_name text) returns text
language sql immutable as
$$
  select case p_name
${cases({ ...configWords.items, ...configWords.classes, ...configWords.audiences, ...configWords.levels })}
  end
$$;
grant execute on function ledger.config_word(text) to clearbook_app;

-- What staff read of a plan: with the price that it came with, since two may have one name.
create or replace function ledger.plan_label(p_name text, p_cents bigint) returns text
language sql immutable as
$$
  select format(${pg.escapeLiteral(configWords.plan('%1$s', '$%2$s'))}, p_name, to_char(p_cents / 100.0, 'FM999,999,999,990.00'))
$$;
grant execute on function ledger.plan_label(text, bigint) to clearbook_app;
`;
}

function cases(of: Readonly<Record<string, string>>): string {
  return Object.entries(of)
    .map(([name, value]) => `    when ${pg.escapeLiteral(name)} then ${pg.escapeLiteral(value)}`)
    .join('\n');
}
