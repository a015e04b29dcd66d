-- Version 13, text a50592898e50.
-- Made from what packages/contracts/src/configuration.ts declares and words/configuration.ts calls it, by npm run format. Not to be edited.
-- The permission that proposing and approving a value takes; null for what nobody can configure.
create or replace function ledger.configuring(p_item text) returns text
language sql immutable as
$$
  select case p_item
    when 'instrument' then 'config.market'
    when 'closures' then 'config.market'
    when 'volume_limit' then 'config.market'
    when 'financing' then 'config.market'
    when 'spread' then 'config.market'
    when 'announcements' then 'config.notice'
    when 'deposit_limit' then 'limit.change'
    when 'package' then 'package.change'
    when 'signal_plan' then 'package.change'
    when 'mail_wording' then 'config.notice'
  end
$$;

-- How long before a value takes effect it has to be approved.
create or replace function ledger.config_notice(p_item text) returns interval
language sql immutable as
$$
  select case p_item
    when 'financing' then interval '604800000 ms'
    when 'spread' then interval '604800000 ms'
    else interval '0' end
$$;

-- What a thing is called in a message to staff; null for what has no name of its own.
create or replace function ledger.config_word(p_name text) returns text
language sql immutable as
$$
  select case p_name
    when 'instrument' then 'Instrument'
    when 'closures' then 'Holidays and closures'
    when 'volume_limit' then 'Position limit'
    when 'financing' then 'Overnight financing'
    when 'spread' then 'Spread'
    when 'announcements' then 'Announcements'
    when 'deposit_limit' then 'Deposit limit'
    when 'package' then 'Package'
    when 'signal_plan' then 'Signal plan'
    when 'mail_wording' then 'Email text'
    when 'forex' then 'All forex'
    when 'crypto' then 'All crypto'
    when 'stock' then 'All stocks'
    when 'everyone' then 'Everyone'
    when 'clients' then 'Signed-in clients'
    when 'email' then 'Email confirmed'
    when 'identity' then 'Identity verified'
    when 'funds' then 'Source of funds documented'
  end
$$;
grant execute on function ledger.config_word(text) to clearbook_app;

-- What staff read of a plan: with the price that it came with, since two may have one name.
create or replace function ledger.plan_label(p_name text, p_cents bigint) returns text
language sql immutable as
$$
  select format('%1$s (originally $%2$s)', p_name, to_char(p_cents / 100.0, 'FM999,999,999,990.00'))
$$;
grant execute on function ledger.plan_label(text, bigint) to clearbook_app;
