import type { FundsDocument, FundsDocuments } from '@clearbook/contracts/identity';
import { fundsDocumentsLeft } from '@clearbook/domain/identity';
import type { ClientBase, Pool } from 'pg';

/** What a client sent to show where their money comes from, the newest first. */
export async function readFundsDocuments(pool: Pool | ClientBase, userId: string): Promise<FundsDocuments> {
  const { rows } = await pool.query<
    Pick<FundsDocument, 'id' | 'kind' | 'file'> & { submitted_at: Date; reviewed_at: Date | null }
  >(
    'select id, kind, file_id as file, submitted_at, reviewed_at from app.funds_document where user_id = $1 order by number desc',
    [userId],
  );
  const documents = rows.map(({ submitted_at, reviewed_at, ...row }) => ({
    ...row,
    submitted_at: submitted_at.toISOString(),
    reviewed_at: reviewed_at?.toISOString() ?? null,
  }));
  return { documents, left: fundsDocumentsLeft(documents.length) };
}
