-- Who of staff works on what waits (docs/spec/queues.md). A claim keeps nobody from deciding, and runs out by itself.
create table app.queue_claim (
  queue text not null check (queue ~ '^[a-z_]{2,30}$'),
  subject_id uuid not null,
  staff_id uuid not null references app."user",
  at timestamptz(3) not null,
  primary key (queue, subject_id)
);
create index queue_claim_at on app.queue_claim (at);

-- What waits, by when it began to: a queue is read from its oldest item on, and an item leaves the index with its decision.
create index deposit_queue on ledger.deposit (proof_at, id) where status = 'pending';
comment on index ledger.deposit_queue is 'The queue of deposits, oldest first. Undecided ones are in it.';
create index loan_queue on ledger.loan (created_at, id) where status = 'pending';
comment on index ledger.loan_queue is 'The queue of loans, oldest first. Undecided applications are in it.';
create index withdrawal_queue on ledger.withdrawal (requested_at, id) where status = 'pending';
comment on index ledger.withdrawal_queue is 'The queue of withdrawals, oldest first. Undecided ones are in it.';
create index withdrawal_not_received on ledger.withdrawal (not_received_at, id) where not_received;
comment on index ledger.withdrawal_not_received is 'The queue of payouts that their clients miss, oldest first. Those alone are in it.';
create index verification_queue on app.verification (submitted_at, user_id) where state = 'pending';
comment on index app.verification_queue is 'The queue of verifications, oldest first. Undecided ones are in it.';
create index proposal_queue on ledger.proposal (proposed_at, id) where status = 'waiting';
comment on index ledger.proposal_queue is 'The queue of proposals, oldest first. Undecided ones are in it.';
