-- Nobody signs in who stands in no book: the reference that went with the old key of the parties.
alter table app.user add foreign key (id) references ledger.party_book;
