-- FS6: who else asked for money to a destination is read client by client, however many share it: the index by clients alone was read from its beginning.
drop index app.note_same_destination;
create index note_same_destination on app.note (app.destination_of(body), client_id, at) where kind = 'destination' and app.destination_of(body) is not null;
comment on index app.note_same_destination is 'Who else asked for money to the same destination, client by client.';
