-- What ends the account of a guest: the paper money that is left goes back (docs/spec/access.md, A144).
insert into ledger.event_rule (code, name, subject, to_status, demo_only) values (19, 'guest_ended', null, null, true);
insert into ledger.posting_rule (event, account, side)
select e.code, a.code, r.side from (values ('guest_ended', 'cash', 'D'), ('guest_ended', 'custody:paper', 'C')) as r(event, account, side)
join ledger.event_rule e on e.name = r.event join ledger.account_kind a on a.name = r.account;
select ledger.seal_posting_rules();

-- Who tries a demo without an account (docs/spec/access.md, A140). A number and times, and nothing of the person: a row outlives its guest, because figures
-- leave out whoever never was more than one. Hence the name of its key, which erase_person passes over.
create table app.guest (
  party_id uuid primary key references ledger.party_book,
  began_at timestamptz(3) not null,
  until timestamptz(3) not null check (until > began_at),
  -- They signed up, and are a client like any other.
  kept_at timestamptz(3) check (kept_at < until),
  ended_at timestamptz(3),
  -- When the job that ends guests last took this one up: who waits for a market holds up nobody behind them.
  tried_at timestamptz(3),
  check (kept_at is null or ended_at is null)
);
create index guest_here on app.guest (until) where kept_at is null and ended_at is null;
comment on index app.guest_here is 'Guests that are here: how many, and whose day is over. Those alone are in it.';
