-- `an`, `bn` and `aname` are the specification's names and stay at the wire; the books say what they are.
update app.note
  set body = (body - 'an' - 'bn' - 'aname') || jsonb_build_object('accountNumber', body -> 'an', 'bankName', body -> 'bn', 'accountName', body -> 'aname')
  where kind = 'destination' and body ? 'an';
