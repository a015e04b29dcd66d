import { hash } from 'node:crypto';
import { TOKEN_PREFIX } from '@clearbook/contracts/api-tokens';
import { TOKEN_READS, type TokenPermission } from '@clearbook/contracts/permissions';
import type { Pool } from 'pg';
import { createNetworks, type Tokens } from '../../platform/http/index.ts';

/** Not every `id` in an address is one of a row. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The client who is named in an address, or whose deposit or withdrawal is. A proposal is nobody's: it is shown to none whom it concerns. */
const WHOSE = `
  select p.id from ledger.party p where p.id = $3::uuid and p.kind = 'client'
  union all select d.client_id from ledger.deposit d where d.id = $3::uuid
  union all select w.client_id from ledger.withdrawal w where w.id = $3::uuid limit 1`;

/** What stands behind a secret now. Nothing is remembered: what was revoked, or is no longer its maker's, is refused at the next request everywhere. */
const LOOK_UP = `
  select t.id, t.owner_id, t.networks, u.must_change_password,
    not exists (select from app.second_factor f where f.user_id = u.id and f.confirmed_at is not null) as without_second_factor,
    array(select unnest(t.permissions) intersect select unnest(ledger.permissions_of(ledger.role_of(u.id))::text[])) as permissions
  from app.api_token t
  join app."user" u on u.id = t.owner_id and u.role = 'admin'
  join ledger.party p on p.id = t.owner_id and p.status = 'active'
  where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2`;

type Found = {
  id: string;
  owner_id: string;
  networks: string[];
  must_change_password: boolean;
  without_second_factor: boolean;
  permissions: TokenPermission[];
};

/** Who is behind a token, and the line in the log of what it reads about people. */
export function createTokenCheck(pool: Pool, { mode }: { mode: 'demo' | 'live' }): Tokens {
  return {
    async authenticate(secret, now) {
      if (!secret.startsWith(TOKEN_PREFIX)) return undefined;
      const { rows } = await pool.query<Found>({
        name: 'token-check',
        text: LOOK_UP,
        values: [hash('sha256', secret, 'buffer'), now],
      });
      const [found] = rows;
      if (found === undefined) return undefined;
      return {
        // It is the token that counts and is counted; no session of its maker's has its id.
        sessionId: found.id,
        token: { allows: createNetworks(found.networks) },
        userId: found.owner_id,
        role: 'admin',
        permissions: new Set(found.permissions),
        steppedUp: false,
        mustChangePassword: found.must_change_password,
        mustEnrol: mode === 'live' && found.without_second_factor,
      };
    },
    async noteUse({ sessionId, userId }, { key, can, id }, now) {
      await pool.query(
        "update app.api_token set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')",
        [sessionId, now],
      );
      if (TOKEN_READS[can as TokenPermission] === 'site') return;
      // A client reads in their own part of the log that their record was read, as they do of a page that staff open. FS12: of fraud signals nothing tells them.
      const tells = id !== undefined && UUID.test(id) && !key.endsWith('/signals');
      await pool.query(
        `select ledger.record_audit($1, 'token.read', 'api_token', $2::uuid::text, (${WHOSE}), $4, $5)`,
        [userId, sessionId, tells ? id : null, { route: key, ...(id !== undefined && { id }) }, now],
      );
    },
  };
}
