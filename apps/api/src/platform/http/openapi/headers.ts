import type { Json } from './schemas.ts';

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });
const number = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

/** Every header that an answer of the api can carry, by the name that the description refers to. */
export const HEADERS = {
  'RateLimit-Policy': text(
    'The rate limits that count this call: `q` calls in each window of `w` seconds; of `bars` so many bars.',
    '"general";q=3000;w=60',
  ),
  RateLimit: text(
    'What is left of each: `r` calls (or bars), and `t` seconds until its window ends. Absent where limits are switched off.',
    '"general";r=2999;t=60',
  ),
  'Retry-After': number('Seconds to wait before trying again.', 2),
  'Idempotency-Replayed': text('`true` where this is the answer to an earlier call with the same key.', 'true'),
  'Set-Cookie': text('The session’s cookie, set or cleared.', 'clearbook=…; Path=/; HttpOnly; SameSite=Lax'),
  'Clear-Site-Data': text('Tells a browser to forget cached pages.', '"cache"'),
  Location: text('The address of what was created.', '/api/v1/orders/0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34'),
  Allow: text('The methods that this address answers.', 'GET, HEAD'),
  Vary: text('What a stored copy of this answer depends on.', 'accept-encoding'),
  'Content-Encoding': text('How the answer is compressed, where the caller accepts it.', 'br'),
  'Content-Disposition': text('The file’s name.', 'attachment; filename="trades-2026-11-23.csv"'),
  ETag: text('Names this version; send it as If-None-Match.', '"Jb1fBOZ6V0mGdXyzQh5uKw"'),
  'Cache-Control': text('Whether the answer can be stored.', 'no-store'),
  'Content-Security-Policy': text('What a browser may load if it shows the answer as a page.', "default-src 'none'"),
  'X-Content-Type-Options': text('The content type is meant as it is.', 'nosniff'),
  'Referrer-Policy': text('Addresses are not told to other sites.', 'same-origin'),
  'Cross-Origin-Opener-Policy': text('Pages of other sites cannot hold on to this one.', 'same-origin'),
  'Cross-Origin-Resource-Policy': text('Other sites cannot embed the answer.', 'same-origin'),
  'Permissions-Policy': text('Device features that pages cannot use.', 'camera=(), geolocation=(), microphone=()'),
  'Strict-Transport-Security': text('Where the site is https, it stays so.', 'max-age=63072000; includeSubDomains'),
} as const satisfies Record<string, Json>;
export type HeaderName = keyof typeof HEADERS;

/** On every answer, whatever it is, so they are described once and not at each route. */
export const ON_EVERY_ANSWER = [
  'Cache-Control',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Permissions-Policy',
] as const satisfies readonly HeaderName[];

export function headerRefs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
