-- Payments that staff tried to credit a deposit for, whatever became of it (docs/spec/fraud-signals.md): a refused try leaves no trace in the books.
create table app.payment_try (
  deposit_id uuid not null,
  client_id uuid not null references app."user",
  txid text not null check (txid = lower(txid) and length(txid) between 1 and 100),
  -- Null where nobody said which.
  output_index integer,
  staff_id uuid not null references app."user",
  at timestamptz(3) not null,
  constraint payment_try_once unique nulls not distinct (deposit_id, txid, output_index)
);
create index payment_try_txid on app.payment_try (txid);
comment on index app.payment_try_txid is 'Other deposits for which the same payment was tried.';
create index payment_try_client on app.payment_try (client_id);
revoke update, delete, truncate on app.payment_try from clearbook_app;

-- Signals that somebody looked into and found harmless. `facts` names what was on record then: where that has changed since, the signal is
-- open again. Nothing is changed or taken out.
create table app.signal_dismissal (
  record_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{3,30}$'),
  facts text not null check (facts ~ '^[0-9a-f]{32}$'),
  client_id uuid not null references app."user",
  staff_id uuid not null references app."user",
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz(3) not null,
  primary key (record_id, kind, facts)
);
create index signal_dismissal_client on app.signal_dismissal (client_id);
revoke update, delete, truncate on app.signal_dismissal from clearbook_app;

-- Whatever the server says: nobody dismisses a signal whose role does not include it.
create function app.check_dismissal() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if ledger.may(new.staff_id, 'signal.dismiss') is not true or new.staff_id = new.client_id then
    raise exception 'FS11: % may not dismiss signals', new.staff_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger dismissal_allowed before insert on app.signal_dismissal for each row execute function app.check_dismissal();
