import type { ClientBase } from 'pg';

export type AfterRestore = { readonly sessions: number; readonly tokens: number; readonly mails: number };

/**
 * What must not go on from a backup as it stood then (O96). A session that was ended since, a link that was used and a token that was revoked would open
 * accounts again, and nobody knows any more which those were: all of them end. Links that lock an account stay, because the changes that they take back
 * are there again too. A mail that was waiting has probably gone out since: it is held as failed, for staff to send or to leave.
 */
export async function endWhatABackupOpens(owner: ClientBase, now: Date): Promise<AfterRestore> {
  await owner.query('begin');
  try {
    const sessions = await owner.query('delete from app.session');
    for (const links of ['password_link', 'email_change', 'email_confirmation', 'passkey_challenge'])
      await owner.query(`delete from app.${links}`);
    const tokens = await owner.query<{ id: string; owner_id: string }>(
      'update app.api_token set revoked_at = $1 where revoked_at is null and expires_at > $1 returning id, owner_id',
      [now],
    );
    for (const { id, owner_id: ownerId } of tokens.rows)
      await owner.query(`select ledger.record_audit($1, 'token.revoke', 'api_token', $2, null, $3, $4)`, [
        ownerId,
        id,
        { because: 'restored' },
        now,
      ]);
    // One with a code or a link is worth nothing now, and is not kept to be sent again (N18).
    const mails = await owner.query(
      `update app.mail_outbox set state = 'failed', cause = 'restored', last_error = null, failed_at = $1, may_retry = keeps and retried_at is null,
         values = case when keeps and retried_at is null then values else '{}' end
       from (select id as held, not ("values" ?| array['code', 'token']) as keeps from app.mail_outbox where state = 'waiting') as waiting where id = held`,
      [now],
    );
    await owner.query('commit');
    return { sessions: sessions.rowCount ?? 0, tokens: tokens.rows.length, mails: mails.rowCount ?? 0 };
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    throw error;
  }
}
