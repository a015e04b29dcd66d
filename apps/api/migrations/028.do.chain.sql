-- Each entry is linked to the one before it in its book (docs/spec/ledger.md, L37).
alter table ledger.entry add column link bytea;

do $$
declare
  v_entry record;
  v_book smallint;
  v_link bytea;
begin
  for v_entry in select book, number, canonical from ledger.entry order by book, number loop
    if v_book is distinct from v_entry.book then
      v_book := v_entry.book;
      v_link := decode(repeat('00', 32), 'hex');
    end if;
    v_link := sha256(v_link || v_entry.canonical);
    update ledger.entry e set link = v_link where e.book = v_entry.book and e.number = v_entry.number;
  end loop;
end
$$;

alter table ledger.entry alter column link set not null, add constraint entry_link check (length(link) = 32);
