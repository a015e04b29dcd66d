import * as z from 'zod/mini';
import { cursorList, id, line, paragraph, time } from './common.ts';
import { messages } from './messages.ts';
import { TOKEN_PERMISSIONS } from './permissions.ts';

/** What every secret begins with: programs that look for secrets in code find it by this. */
export const TOKEN_PREFIX = 'clearbook_';
export const TOKEN_DAYS_MAX = 365;
export const TOKEN_DAYS_DEFAULT = 90;
/** Active ones of one member of staff. */
export const TOKENS_MAX = 20;
export const TOKEN_NAME_MAX_LENGTH = 60;
const NETWORKS_MAX = 20;

const permission = z.enum(TOKEN_PERMISSIONS);
const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error: messages.token.network });

/** A token with which a program reads the Manage area. Its id opens nothing. */
export const apiToken = z.strictObject({
  id,
  name: z.string(),
  member: z.strictObject({ id, email: z.string() }),
  permissions: z.array(permission),
  networks: z.array(z.string()),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: time,
  expires_at: time,
  last_used_at: z.nullable(time),
});
export type ApiToken = z.infer<typeof apiToken>;
export const apiTokenList = cursorList(apiToken);

export const createApiTokenBody = z.strictObject({
  name: line(TOKEN_NAME_MAX_LENGTH, messages.token.nameRequired),
  permissions: z
    .array(permission, { error: messages.token.permissionsRequired })
    .check(
      z.minLength(1, { error: messages.token.permissionsRequired }),
      z.maxLength(TOKEN_PERMISSIONS.length, { error: messages.token.permissionsRequired }),
    ),
  days: z._default(
    z
      .number({ error: messages.token.days })
      .check(
        z.int({ error: messages.token.days }),
        z.gte(1, { error: messages.token.days }),
        z.lte(TOKEN_DAYS_MAX, { error: messages.token.days }),
      ),
    TOKEN_DAYS_DEFAULT,
  ),
  networks: z._default(
    z
      .array(network, { error: messages.token.network })
      .check(z.maxLength(NETWORKS_MAX, { error: messages.token.tooManyNetworks })),
    [],
  ),
});
/** The secret is in this answer and nowhere else. */
export const createdApiToken = z.strictObject({ token: apiToken, secret: z.string() });
export type CreatedApiToken = z.infer<typeof createdApiToken>;

export const revokeApiTokenBody = z.strictObject({ reason: paragraph(500, messages.admin.reasonRequired) });
