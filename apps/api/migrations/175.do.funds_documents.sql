-- Pictures of documents that show where a client's money comes from (docs/spec/identity.md, I32 and on). Outside the books; erase_person clears them by `user_id`.
alter table app.file drop constraint file_kind_check,
  add constraint file_kind_check check (kind in ('proof', 'favicon', 'identity', 'picture', 'funds'));

create table app.funds_document (
  id uuid primary key,
  user_id uuid not null references app.verification (user_id),
  -- Counted from 1: there can't be more, whatever the server made of the limit.
  number smallint not null check (number between 1 and 20),
  kind text not null check (kind in ('payslip', 'bank_statement', 'tax_return', 'sale_or_inheritance', 'other')),
  file_id uuid not null unique references app.file,
  submitted_at timestamptz(3) not null,
  reviewed_at timestamptz(3),
  unique (user_id, number)
);
-- What was sent stays on record as it was.
revoke update, delete, truncate on app.funds_document from clearbook_app;
grant update (reviewed_at) on app.funds_document to clearbook_app;

-- Since when such documents wait to be reviewed; null while none does.
alter table app.verification add column funds_waiting_since timestamptz(3);
create index verification_funds_queue on app.verification (funds_waiting_since, user_id) where funds_waiting_since is not null;
comment on index app.verification_funds_queue is 'The queue of documents of a source of funds, oldest first. Clients whose documents wait are in it.';
