import { NOTE_MAX } from '@clearbook/contracts/timeline';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a field is for, and so which values are wrong in it whatever a schema says. */
export type Kind =
  | 'amount'
  | 'lots'
  | 'choice'
  | 'email'
  | 'line'
  | 'paragraph'
  | 'note'
  | 'address'
  | 'password'
  | 'code'
  | 'token'
  | 'count'
  | 'decimal'
  | 'digits';

const LONG = 'x'.repeat(20_000);
const NOT_TEXT: unknown[] = [
  null,
  1,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  ['100.00'],
  {},
  { amount: '1' },
  [[[['1']]]],
  { toString: 'x' },
];
const UNPRINTABLE = [
  'a\u0000b',
  '\u0000',
  'a\u001b[31mb',
  'a\u0007',
  'a\u007fb',
  'a\u202eb',
  'a\u2066b',
  'a\u200fb',
  '\ud800',
  'a\udfffb',
  'a\ufeffb',
  'a\uffffb',
];
const NOT_NUMBERS = [
  '', ' ', '-', '-1', '-0', '-0.01', '+1', '1e3', '1E3', '0.1e1', '1e309', 'NaN', 'nan', 'Infinity', '-Infinity', 'null', 'undefined', 'true', '0x10', '0b1', '0o7', '0', '0.00', '00', '01', '1.', '.5',
  '1..2', '1.2.3', '1,5', '1,000.00', '1 000', "1'000", '1_000', '$5', '5 USD', '١٢٣', '１２３', '۱۲۳', '1٫5', '½', '²', '1.123456789', '0.0000000000000000001', '1.0000000000000000000', '1\u0000', '1\n', '\n1',
  '1;drop table ledger.entry', "1' or '1'='1", '9'.repeat(13), '9'.repeat(25), '9'.repeat(400), LONG, '1\u202e', '__proto__', 'constructor',
]; // prettier-ignore
const NOT_CHOICES = [
  '',
  ' ',
  'BITCOIN',
  'bitcoin ',
  ' buy',
  'BUY',
  'Bank',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  '0',
  '*',
  '%',
  "buy'--",
  'bitcoin,ethereum',
  LONG,
  ...UNPRINTABLE,
];
const NOT_EMAILS = [
  '', ' ', 'a', 'a@', '@b.cd', 'a@b', 'a b@c.de', 'a@b..cd', 'a@@b.cd', '.a@b.cd', 'a.@b.cd', 'a..b@c.de', 'a@-b.cd', 'a@b-.cd', 'a@b.c_d', 'a@b.cd\r\nBcc: x@y.zz', 'a@b.cd\nx', 'a\u0000@b.cd', 'a@b.cd,c@d.ef',
  'a@b.cd;c@d.ef', '<a@b.cd>', 'Ann <a@b.cd>', 'a@[127.0.0.1]', '"a b"@c.de', 'a@b.cd ​', `${'x'.repeat(250)}@b.cd`, `a@${'b'.repeat(300)}.cd`, `${LONG}@b.cd`, LONG, 'а@b.cd\u202e', '\ud800@b.cd', "'@b.cd--",
]; // prettier-ignore
const NOT_ADDRESSES = [
  '', ' ', 'abc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx', 'bc1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0', '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x0', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', 'T', '0'.repeat(34), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa x', '٠'.repeat(34), LONG, ...UNPRINTABLE,
]; // prettier-ignore

const OF_KIND: Record<Kind, unknown[]> = {
  amount: [...NOT_TEXT, ...NOT_NUMBERS],
  lots: [...NOT_TEXT, ...NOT_NUMBERS, '0.001', '1.005'],
  decimal: [...NOT_TEXT, ...NOT_NUMBERS],
  digits: [...NOT_TEXT, ...NOT_NUMBERS.filter((text) => !/^\d{1,18}$/.test(text)), '1.5'],
  choice: [...NOT_TEXT, ...NOT_CHOICES],
  email: [...NOT_TEXT, ...NOT_EMAILS],
  line: [
    ...NOT_TEXT,
    ...UNPRINTABLE,
    '',
    ' ',
    '\u3000',
    '\t\n',
    'a\nb',
    'a\rb',
    'a\tb',
    'a\u2028b',
    'x'.repeat(121),
    LONG,
  ],
  paragraph: [...NOT_TEXT, ...UNPRINTABLE, '', ' ', '\n\n', 'x'.repeat(501), LONG],
  note: [...NOT_TEXT, ...UNPRINTABLE, '', ' ', '\n\n', 'x'.repeat(NOTE_MAX + 1), LONG],
  address: [...NOT_TEXT, ...NOT_ADDRESSES],
  password: [...NOT_TEXT, '', '1234567', 'x'.repeat(201), LONG],
  code: [...NOT_TEXT, '', '1', '12345', '1234567', '12345a', '١٢٣٤٥٦', '12 3456', '123\n456', '0x1234', '-12345', LONG],
  token: [...NOT_TEXT, '', 'short', '../../etc/passwd', `${'a'.repeat(43)}\u0000`, 'ü'.repeat(43), LONG],
  count: ['0', '', '1', null, true, [], {}, -1, 1.5, 1e9, 1e300, '1e3'],
};

export function hostileValues(kind: Kind): unknown[] {
  return OF_KIND[kind];
}

/** Whole bodies that are no JSON object, as they go over the wire. */
export const HOSTILE_BODIES: readonly (string | Buffer)[] = [
  '', ' ', 'null', 'true', '1', '"text"', '[]', '[{}]', '{', '}', '{"a":}', '{"a":1,}', "{'a':1}", '{a:1}', '{"a":NaN}', '{"a":Infinity}', '{"a":01}', '{"a":"\u0001"}', '{"a":1}{"b":2}', '//{}', '<xml/>',
  '['.repeat(30_000), '{"a":'.repeat(10_000), '\ufeff{}', Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), Buffer.alloc(1000), '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}', '{"__proto__":null}', '{"a":"\\ud800"}', `{"a":"${'x'.repeat(70_000)}"}`,
]; // prettier-ignore

/** Fields that nobody may set by naming them. */
export const FORBIDDEN_FIELDS = [
  'role',
  'balance',
  'status',
  'userId',
  'user_id',
  'client_id',
  'id',
  'mode',
  'price',
  'filled_price',
  'realized_pl',
  'is_verified',
  'kycStatus',
  'approved',
  'credited',
  'fee',
  'net',
  'cash',
  'total_balance',
  'must_change_password',
  'isAdmin',
  'x',
  '',
  ' amount',
  'amount ',
  'Amount',
];

/** Values of a query's fields, already encoded. */
export const HOSTILE_COUNTS = [
  '',
  '0',
  '-1',
  '-0',
  '%2B1',
  '1e1',
  '0x10',
  '1.5',
  'NaN',
  'Infinity',
  '%D9%A1',
  '%EF%BC%91',
  'null',
  'true',
  '1%00',
  '%201',
  '1%0A',
  '9'.repeat(20),
  '9'.repeat(400),
  '[]',
  '1,2',
  '1;drop',
];
export const HOSTILE_QUERY_TEXTS = [
  '%00',
  'a%00b',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%u0000',
  "'",
  "';drop table app.user--",
  '%25',
  '%5C',
  '_',
  '*',
  '.*',
  '(((((',
  '../../etc/passwd',
  '%0d%0aSet-Cookie:a=b',
  '-'.repeat(36),
  '0'.repeat(36),
  `${'a'.repeat(36)}`,
  'x'.repeat(300),
  'x'.repeat(3000),
  '[object Object]',
  '__proto__',
  '{}',
  '%F0%9F%98%80',
  '%E2%80%AE',
];

const PAYLOADS = fileURLToPath(new URL('../../../../../shared/data/payloads/', import.meta.url));

/** Whether the texts that others collected are here. */
export const havePayloads = existsSync(PAYLOADS);

/** Some of our own: each would do something that shows, if anything ran it or built a page of it. */
const OWN = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table ledger.entry; --",
  '{{7*7}}',
  '${7*7}',
  '%s%n%x',
  '../../../etc/passwd',
  '=cmd|calc',
  "O'Neil",
  '😀 🏳️‍🌈',
  'Ω≈ç√',
  'عبد الله',
  '田中さん',
  '&lt;b&gt;',
  '\\u0000',
  '%00',
  'javascript:alert(1)',
];

const FILES = [
  'xss',
  'xss_event_handlers',
  'xss_uri',
  'sqli',
  'nosqli',
  'ssti',
  'path_traversal',
  'command_injection',
  'open_redirect',
  'crlf',
  'format_strings',
  'integers',
  'unicode',
  'null_and_control',
  'json_fuzz',
  'xml_attacks',
  'blns',
  'upload_bad_filenames',
] as const;

/** Attack strings collected by others, one a line; a few of our own where that folder is absent. */
export function collectedTexts(): string[] {
  return [...new Set([...OWN, ...FILES.flatMap(linesOf)])];
}

/** The same, or of every file so many, taken evenly; and every file where 'all' are asked for. */
export function collectedSample(ofEach: number | 'all'): string[] {
  const files = [...FILES, 'emails_valid', 'emails_invalid', 'upload_extensions'].map(linesOf);
  return [...new Set([...OWN, ...files.flatMap((lines) => (ofEach === 'all' ? lines : evenly(lines, ofEach)))])];
}

/** So many of these, from the first on. */
export function evenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, i) => i % step === 0).slice(0, most);
}

function linesOf(name: string): string[] {
  const path = `${PAYLOADS}${name}.txt`;
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
    : [];
}
