import type { QueueName } from '@clearbook/contracts/queues';

export type Source = {
  /** Rows that wait: id, client_id, since, amount (cents), method. `$1` is now. */
  readonly rows: string;
  /** What staff's open pages read again when somebody takes an item or gives it back. */
  readonly topic: 'deposits' | 'withdrawals' | 'identity' | 'proposals';
};

/** The list is complete by its type: a queue without rows does not compile. Each reads one partial index of its table (migration 076). */
export const SOURCES: Readonly<Record<QueueName, Source>> = {
  deposits: {
    rows: `select d.id, d.client_id, d.proof_at as since, d.amount, d.method::text as method from ledger.deposit d where d.status = 'pending'`,
    topic: 'deposits',
  },
  loans: {
    rows: `select l.id, l.client_id, l.created_at as since, l.amount, null::text as method from ledger.loan l where l.status = 'pending'`,
    topic: 'deposits',
  },
  withdrawals: {
    rows: `select w.id, w.client_id, w.requested_at as since, w.amount, w.method::text as method from ledger.withdrawal w where w.status = 'pending'`,
    topic: 'withdrawals',
  },
  not_received: {
    rows: `select w.id, w.client_id, w.not_received_at as since, w.amount, w.method::text as method from ledger.withdrawal w where w.not_received`,
    topic: 'withdrawals',
  },
  verifications: {
    rows: `select v.user_id as id, v.user_id as client_id, v.submitted_at as since, null::bigint as amount, null::text as method from app.verification v where v.state = 'pending'`,
    topic: 'identity',
  },
  source_of_funds: {
    rows: `select v.user_id as id, v.user_id as client_id, v.funds_waiting_since as since, null::bigint as amount, null::text as method from app.verification v where v.funds_waiting_since is not null`,
    topic: 'identity',
  },
  proposals: {
    rows: `select p.id, p.client_id, p.proposed_at as since, p.amount, null::text as method from ledger.proposal p where p.status = 'waiting' and p.lapses_at > $1`,
    topic: 'proposals',
  },
};
