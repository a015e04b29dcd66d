-- Fills join the transparency log (docs/spec/transparency.md, U10): each comes in with the entry of its trade, so the commit writes nothing more. Those whose
-- entries are in the log already wait in the queue.
alter table ledger.log_leaf drop constraint log_leaf_type_check, add constraint log_leaf_type_check check (type between 1 and 7);
insert into ledger.log_queue (type, source_row)
select 7, e.book || '/' || e.subject_id || '/' || e.subject_id from ledger.entry e join ledger.log_position p using (book) where e.event = 3 and e.number <= p.number
union all
select 7, f.book || '/' || f.trade_id || '/' || f.id
from (select book, trade_id, id, row_number() over (partition by book, trade_id order by at, id) as nth from ledger.closing_fill) f
join (select e.book, e.subject_id, count(*) as many from ledger.entry e join ledger.log_position p using (book) where e.event = 4 and e.number <= p.number group by 1, 2) c
  on c.book = f.book and c.subject_id = f.trade_id and f.nth <= c.many;

-- Every change of what dealing here costs and of where deposits go: fees, what one member of staff lets go alone, deposit addresses, packages, signal plans and
-- traders' shares, as the row was and as it is. Written by the tables themselves, whoever changes them.
create table ledger.terms_change (
  number bigint primary key generated always as identity,
  at timestamptz(3) not null,
  source text not null check (source in ('fees', 'wallets', 'package', 'signal_plan', 'release_limit', 'trader')),
  -- Which row of its table; empty where it has one only.
  row_key text not null,
  before jsonb,
  after jsonb,
  constraint terms_change_of_something check (before is distinct from after)
);
create trigger terms_change_kept before update or delete or truncate on ledger.terms_change for each statement execute function ledger.keep_log();
create trigger terms_change_to_log after insert on ledger.terms_change for each row execute function ledger.queue_leaf('4', 'number');

-- Arguments: what it is called, the column of its key or nothing, and the columns that count.
create function ledger.note_terms() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_key text := coalesce(coalesce(v_after, v_before) ->> tg_argv[1], '');
begin
  select jsonb_object_agg(c, v_before -> c) filter (where v_before is not null), jsonb_object_agg(c, v_after -> c) filter (where v_after is not null)
  into v_before, v_after from unnest(string_to_array(tg_argv[2], ',')) c;
  if v_before is distinct from v_after then
    insert into ledger.terms_change (at, source, row_key, before, after) values (now(), tg_argv[0], v_key, v_before, v_after);
  end if;
  return null;
end
$$;
create trigger fees_noted after insert or update or delete on app.settings for each row
  execute function ledger.note_terms('fees', '', 'miniwithdrawal_cents,withdrawal_fee_bps,fee_before_bps,fee_from');
create trigger wallets_noted after insert or update or delete on app.wallets for each row execute function ledger.note_terms('wallets', '', 'bitcoin,ethereum,usdt');
create trigger package_noted after insert or update or delete on ledger.package for each row
  execute function ledger.note_terms('package', 'id', 'name,price,markup,leverage_ceiling,features');
create trigger signal_plan_noted after insert or update or delete on ledger.signal_plan for each row execute function ledger.note_terms('signal_plan', 'id', 'name,price,boost,days');
create trigger release_limit_noted after insert or update or delete on ledger.release_limit for each row
  execute function ledger.note_terms('release_limit', 'id', 'day_cents,client_cents,proposal_id');
create trigger trader_noted after insert or update or delete on ledger.trader for each row
  execute function ledger.note_terms('trader', 'id', 'minimum_balance,profit_share_bps,listed');

-- What holds as the log begins to say it.
insert into ledger.terms_change (at, source, row_key, after)
select now(), 'fees', '', jsonb_build_object('miniwithdrawal_cents', miniwithdrawal_cents, 'withdrawal_fee_bps', withdrawal_fee_bps, 'fee_before_bps', fee_before_bps, 'fee_from', fee_from)
  from app.settings
union all select now(), 'wallets', '', jsonb_build_object('bitcoin', bitcoin, 'ethereum', ethereum, 'usdt', usdt) from app.wallets
union all select now(), 'package', id, jsonb_build_object('name', name, 'price', price, 'markup', markup, 'leverage_ceiling', leverage_ceiling, 'features', features) from ledger.package
union all select now(), 'signal_plan', id, jsonb_build_object('name', name, 'price', price, 'boost', boost, 'days', days) from ledger.signal_plan
union all select now(), 'release_limit', id::text, jsonb_build_object('day_cents', day_cents, 'client_cents', client_cents, 'proposal_id', proposal_id) from ledger.release_limit
union all select now(), 'trader', id::text, jsonb_build_object('minimum_balance', minimum_balance, 'profit_share_bps', profit_share_bps, 'listed', listed) from ledger.trader;
