import type { Reply, RouteKey, Routes } from './routes/index.ts';

type Read = Extract<RouteKey, `GET /admin/${string}`>;
type HasRows<R> = true extends { [P in keyof R]: R[P] extends readonly unknown[] ? true : never }[keyof R]
  ? true
  : false;
/** What answers with rows, and is about more than one client, record or day. */
type List = {
  [K in Read]: K extends `${string}:${string}` ? never : HasRows<Reply<K>> extends true ? K : never;
}[Read];
type File = { [K in Read]: Routes[K] extends { csv: string } ? K : never }[Read];
type ListWithFile = { [K in List]: `${K}.csv` extends File ? K : never }[List];

/** Where staff take something as a file. */
export type FilePath = File extends `GET ${infer Path}` ? Path : never;

/**
 * The lists of Manage that are no file, and why. Each of the others is one at its own address with `.csv`: a list that is neither does not
 * compile.
 */
export const LISTS_WITHOUT_FILE: Readonly<Record<Exclude<List, ListWithFile>, string>> = {
  'GET /admin/adjustments': 'each is a line of the audit log',
  'GET /admin/configuration': 'each version is a line of the audit log',
  'GET /admin/day-closes': 'each day’s figures are reports',
  'GET /admin/house-results': 'figures of the last days, from entries that the journal lists',
  'GET /admin/integrity': 'what is wrong at this moment',
  'GET /admin/mail': 'how mail stands at this moment',
  'GET /admin/mail/texts': 'the site’s own sentences',
  'GET /admin/market': 'how prices come at this moment',
  'GET /admin/overview': 'figures of this moment; the reports have those of a day',
  'GET /admin/packages': 'what is for sale, each change a line of the audit log',
  'GET /admin/queues': 'how many wait in each queue, which is a file itself',
  'GET /admin/release-limits': 'each change is a proposal',
  'GET /admin/search': 'what somebody looked for',
  'GET /admin/statement-balances': 'they stand in the client-money report of their day',
  'GET /admin/switches': 'each change is a line of the audit log',
  'GET /admin/system': 'processes and jobs at this moment',
  'GET /admin/traders': 'each change is a line of the audit log',
  'GET /admin/views': 'whoever asks has named them, for themselves alone',
};
