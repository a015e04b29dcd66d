-- Version 25, text 7574527127bd.
-- The one write of everything that a batch decided. It trusts nobody: it takes postings, never balances, and checks by itself that each
-- entry sums to zero, touches only accounts its event may touch, moves the row it is about from the right state by the right amount, and
-- that no floor is broken and no key used twice. Any breach raises and undoes the whole batch. All of it is in one book, and no other book's rows are
-- touched or waited for (L30).
create or replace function ledger.commit_batch(
  p_book smallint, p_now timestamptz, p_entries ledger.entry_draft[], p_answers ledger.answer_draft[], p_rows ledger.batch_rows, p_told app.told
) returns json
language plpgsql security definer set search_path = ledger, pg_temp set jit = off set plan_cache_mode = force_generic_plan
  -- Rows are found by their keys, however few there were when a plan was made.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  v_entries ledger.checked_entry[];
  v_sums ledger.subject_sums[];
  v_events bigint;
  v_about_row int;
  v_moved int;
  v_first bigint;
  v_at timestamptz;
  v_releases boolean;
  v_volumes ledger.volume_move[];
begin
  -- Each statement sees what was committed before it: what is checked under a lock is checked as it is then. And a time is one that a clock may say.
  if current_setting('transaction_isolation') <> 'read committed' or isfinite(p_now) is not true then
    raise exception 'ledger: a batch needs READ COMMITTED isolation and a finite time' using errcode = 'CB018';
  end if;
  perform ledger.check_clock(p_now);
  v_entries := ledger.check_entries(p_book, p_entries);
  perform ledger.check_permitted(v_entries);
  select coalesce(bit_or(1::bigint << event), 0), count(*) filter (where about_row) into v_events, v_about_row from unnest(v_entries);
  if v_events <> 0 then
    perform ledger.move_balances(p_book, v_entries, p_now);
    if v_events & @bit.adjustment <> 0 then
      perform ledger.check_corrections(p_book, v_entries);
    end if;
    v_sums := ledger.sums_by_subject(v_entries);
  end if;

  -- KS2: nothing opens in what is stopped, and no paper money is added while deposits are. What closes, and what is paid out, is never looked at.
  if v_events & @bit.trade_opened <> 0 then
    perform ledger.refuse_stopped(array(select distinct n from unnest(v_entries) e join unnest(p_rows.trade) a on a.id = e.subject_id,
      unnest(ledger.switches_of(a.symbol) || case when a.copy_id is not null then array['copying'] end) n where e.event = @event.trade_opened));
    -- CF3: nor in what two people took off, or on a holiday.
    perform ledger.refuse_configured(array(select distinct a.symbol from unnest(v_entries) e join unnest(p_rows.trade) a on a.id = e.subject_id
      where e.event = @event.trade_opened), true, p_now);
  end if;
  if v_events & @bit.demo_top_up <> 0 then
    perform ledger.refuse_stopped(array['deposits']);
  end if;
  if v_events & (@bit.trade_opened | @bit.demo_top_up | @bit.plan_bought | @bit.loan_approved) <> 0 then
    perform ledger.check_active(p_book, v_entries, p_now);
  end if;

  if p_rows.trade is not null then
    v_volumes := ledger.volume_moves(p_book, p_rows.trade);
  end if;
  v_moved := ledger.put_rows(p_book, p_rows, v_sums, p_now);
  if v_events & (@bit.withdrawal_requested | @bit.plan_bought | @bit.profit_share) <> 0 then
    perform ledger.check_borrowed(p_book, v_entries);
  end if;
  if p_rows.proposal is not null or v_events & (@bit.deposit_approved | @bit.withdrawal_approved | @bit.withdrawal_returned | @bit.adjustment | @bit.loan_approved) <> 0 then
    perform ledger.check_two_people(p_book, p_rows.proposal, v_entries);
  end if;
  -- After the rows: somebody who is let in as staff gets one.
  if p_told.notifications is not null then
    perform app.write_notifications(p_told.notifications);
  end if;
  if v_events & @bit.guest_ended <> 0 then
    perform ledger.check_guests_ended(p_book, v_entries, p_now);
  end if;
  if v_events & @bit.plan_bought <> 0 then
    perform ledger.check_bought(p_book, v_entries);
  end if;

  -- Every event that is about a row moved exactly one row, and no row moved with an entry that is not about it.
  if v_moved is distinct from v_about_row then
    raise exception 'ledger: an event without its row' using errcode = 'CB013';
  end if;

  -- To clients of this book, and to staff in book 0; to anybody else in none, which the table refuses.
  insert into ledger.command (book, party_id, key, request_hash, outcome, at)
  select p.book, x.party_id, x.key, decode(x.request_hash, 'hex'), x.outcome, p_now
  from unnest(p_answers) x left join ledger.party p on p.book in (0, p_book) and p.id = x.party_id;

  -- A staff member's releases are summed over all books. Lock their row before the head, so that concurrent releases queue here.
  v_releases := v_events & (@bit.deposit_approved | @bit.withdrawal_approved | @bit.withdrawal_returned | @bit.loan_approved) <> 0
    and exists (select 1 from app.instance where mode = 'live');
  if v_releases then
    perform 1 from ledger.party p where p.book = 0 and p.id in (select actor_id from unnest(v_entries)) order by p.id for no key update;
  end if;

  select n.first, n.at into v_first, v_at from ledger.number_entries(p_book, v_entries, p_now) as n;

  -- CF7: what is open of an instrument follows behind the head, so that no batch waits for another one's before that.
  if v_volumes is not null then
    perform ledger.move_volumes(p_book, v_volumes, p_rows.trade, p_now);
  end if;

  if v_releases then
    perform ledger.check_releases(p_book, v_first, cardinality(v_entries), v_at);
  end if;

  -- Emails and copy tasks add rows of their own, only if there are any.
  if p_told.invalidation is not null then
    perform app.invalidate(p_told.invalidation, '{}');
  end if;

  return json_build_object('first', v_first::text, 'at', v_at);
end
$$;

grant execute on function ledger.commit_batch(smallint, timestamptz, ledger.entry_draft[], ledger.answer_draft[], ledger.batch_rows, app.told) to clearbook_app;
