-- Version 4, text 536404937e9b.
-- Made from what packages/contracts/src/configuration.ts declares, by npm run format. Not to be edited.
-- The permission that proposing and approving a value takes; null for what nobody can configure.
create or replace function ledger.configuring(p_item text) returns text
language sql immutable as
$$
  select case p_item
    when 'instrument' then 'config.market'
    when 'closures' then 'config.market'
    when 'volume_limit' then 'config.market'
    when 'announcements' then 'config.notice'
    when 'deposit_limit' then 'limit.change'
    when 'package' then 'package.change'
    when 'signal_plan' then 'package.change'
  end
$$;
