import * as actionsRecomputed from './actions-recomputed.ts';
import * as apiClients from './api-clients.ts';
import * as apiLint from './api-lint.ts';
import * as archiveSize from './archive-size.ts';
import { backOffice } from './back-office.ts';
import * as badInput from './bad-input.ts';
import * as bench from './bench.ts';
import * as booksWalk from './books-walk.ts';
import * as chartSize from './chart-size.ts';
import * as chartTrace from './chart-trace.ts';
import * as conformance from './conformance.ts';
import * as dayClose from './day-close.ts';
import * as decisions from './decisions.ts';
import * as degraded from './degraded.ts';
import * as deploy from './deploy.ts';
import * as commitFunction from './commit-function.ts';
import * as downtimeOne from './downtime-one.ts';
import * as downtimeTwo from './downtime-two.ts';
import * as failAlone from './fail-alone.ts';
import * as feeds from './feeds.ts';
import * as freshClone from './fresh-clone.ts';
import * as guests from './guests.ts';
import * as hostileImages from './hostile-images.ts';
import * as hostileText from './hostile-text.ts';
import * as insider from './insider.ts';
import * as journeys from './journeys.ts';
import * as clientsRecomputed from './clients-recomputed.ts';
import * as configurationLoad from './configuration-load.ts';
import * as copying from './copying.ts';
import * as crowded from './crowded.ts';
import * as killAlerting from './kill-alerting.ts';
import * as killCopying from './kill-copying.ts';
import * as killLinked from './kill-linked.ts';
import * as killOne from './kill-one.ts';
import * as killPostgres from './kill-postgres.ts';
import * as killTwo from './kill-two.ts';
import * as killWatching from './kill-watching.ts';
import * as liabilities from './liabilities.ts';
import * as lighthouse from './lighthouse.ts';
import * as loginSize from './login-size.ts';
import * as notifications from './notifications.ts';
import * as ordersRecomputed from './orders-recomputed.ts';
import * as ordinaryUser from './ordinary-user.ts';
import * as marketStatistics from './market-statistics.ts';
import * as logCost from './log-cost.ts';
import * as logSize from './log-size.ts';
import * as manageTables from './manage-tables.ts';
import * as performanceSize from './performance-size.ts';
import * as pictures from './pictures.ts';
import * as planted from './planted.ts';
import * as queues from './queues.ts';
import * as restore from './restore.ts';
import * as review from './review.ts';
import type { Row } from './row.ts';
import * as sameKeyOne from './same-key-one.ts';
import * as sameKeyTwo from './same-key-two.ts';
import * as sim from './sim.ts';
import * as simBooks from './sim-books.ts';
import * as searchMillion from './search-million.ts';
import * as silence from './silence.ts';
import * as slowLine from './slow-line.ts';
import * as startAndStop from './start-and-stop.ts';
import * as testDuration from './test-duration.ts';
import { tested } from './tested.ts';
import * as thiefsHour from './thiefs-hour.ts';
import * as verifyPage from './verify-page.ts';
import * as withdrawalsOne from './withdrawals-one.ts';
import * as withdrawalsTwo from './withdrawals-two.ts';

/** In the order in which the lines were written down. A later line is a file of its own and a place here. */
export const rows: readonly Row[] = [
  { name: 'fresh-clone', ...freshClone },
  { name: 'review', ...review },
  { name: 'ordinary-user', ...ordinaryUser },
  { name: 'start-and-stop', ...startAndStop },
  { name: 'journeys', ...journeys },
  { name: 'withdrawals-one', ...withdrawalsOne },
  { name: 'withdrawals-two', ...withdrawalsTwo },
  { name: 'same-key-one', ...sameKeyOne },
  { name: 'same-key-two', ...sameKeyTwo },
  { name: 'decisions', ...decisions },
  { name: 'kill-one', ...killOne },
  { name: 'kill-two', ...killTwo },
  { name: 'kill-postgres', ...killPostgres },
  { name: 'copying', ...copying },
  { name: 'kill-copying', ...killCopying },
  { name: 'kill-watching', ...killWatching },
  { name: 'kill-linked', ...killLinked },
  { name: 'kill-alerting', ...killAlerting },
  { name: 'downtime-one', ...downtimeOne },
  { name: 'downtime-two', ...downtimeTwo },
  { name: 'fail-alone', ...failAlone },
  { name: 'commit-function', ...commitFunction },
  { name: 'crowded', ...crowded },
  { name: 'guests', ...guests },
  { name: 'bench', ...bench },
  { name: 'sim', ...sim },
  { name: 'sim-books', ...simBooks },
  { name: 'planted', ...planted },
  { name: 'restore', ...restore },
  { name: 'degraded', ...degraded },
  { name: 'deploy', ...deploy },
  { name: 'bad-input', ...badInput },
  { name: 'hostile-images', ...hostileImages },
  { name: 'hostile-text', ...hostileText },
  { name: 'thiefs-hour', ...thiefsHour },
  { name: 'manage-tables', ...manageTables },
  { name: 'search-million', ...searchMillion },
  { name: 'queues', ...queues },
  { name: 'day-close', ...dayClose },
  { name: 'login-size', ...loginSize },
  { name: 'log-size', ...logSize },
  { name: 'verify-page', ...verifyPage },
  { name: 'log-cost', ...logCost },
  { name: 'books-walk', ...booksWalk },
  { name: 'liabilities', ...liabilities },
  { name: 'archive-size', ...archiveSize },
  { name: 'performance-size', ...performanceSize },
  { name: 'test-duration', ...testDuration },
  { name: 'conformance', ...conformance },
  {
    name: 'sold-and-followed',
    ...tested(
      'e2e*',
      'By visible names, desktop and phone: every withdrawal method; copy, skip, stop; a package and the next ticket; a signal plan and a signal; a loan to its repayment; identity declined and approved; every staff action seen without a reload',
      [
        'money-in-out',
        'copying',
        'plans',
        'signals',
        'loans',
        'identity',
        'security',
        'manage',
        'notifications',
        'statement',
      ].map((name) => `e2e/${name}.test.ts`),
    ),
  },
  {
    name: 'failure-words',
    ...tested('e2e*', 'Every message of validation and failure is provoked for real', [
      'e2e/conformance',
      'e2e/money-in-out.test.ts',
    ]),
  },
  { name: 'insider', ...insider },
  {
    name: 'equity',
    ...tested(
      'start*',
      'No endpoint of staff moves a client’s equity by 100 but by a marked adjustment',
      ['apps/api/test/manage.start.test.ts'],
      '\\[G7\\]',
    ),
  },
  {
    name: 'routes',
    ...tested(
      'start*',
      'Every route of the live table, tried by a visitor, a client and an admin; nobody reaches what is another’s',
      ['apps/api/test/manage.start.test.ts'],
      '\\[G8\\]|\\[G9\\]',
    ),
  },
  {
    name: 'self-protection',
    ...tested(
      'pg',
      'A client’s own limits hold right away and loosen after 24 hours, breaks cannot be shortened: decisions, commit function and routes',
      ['apps/api/src/features/protection/protection.pg.test.ts'],
    ),
  },
  {
    name: 'follows',
    ...tested(
      'pg',
      'Copies follow every kind of opening and close of a trader; bots trade with stops and targets, in their history too',
      ['apps/api/src/features/traders/copying-orders.pg.test.ts', 'apps/api/src/features/bots/bots.pg.test.ts'],
    ),
  },
  {
    name: 'copies-500',
    ...tested('pg', '500 copiers follow one opening and one close in one commit each, within their allotments', [
      'apps/api/src/features/traders/many-copies.pg.test.ts',
    ]),
  },
  {
    name: 'recounts',
    ...tested(
      'pg',
      'A trader’s and a bot’s record equals a recount from the ledger, every signal’s score a recount from the bars',
      [
        'apps/api/src/features/traders/record.pg.test.ts',
        'apps/api/src/features/signals/signals.pg.test.ts',
        'apps/api/src/features/bots',
      ],
      '\\[C14\\]|\\[V11\\]',
    ),
  },
  {
    name: 'accessibility',
    ...tested(
      'e2e*',
      'axe on every route, both themes, 390 and 1,440 px; by keyboard alone, with what traders do every day; Home within 220 kB; nobody else is asked',
      [
        'e2e/accessibility.test.ts',
        'e2e/trading-screens.test.ts',
        'e2e/keyboard.test.ts',
        'e2e/daily.test.ts',
        'e2e/shell.test.ts',
      ],
    ),
  },
  { name: 'lighthouse', ...lighthouse },
  { name: 'slow-line', ...slowLine },
  {
    name: 'layout',
    ...tested(
      'e2e*',
      'Every screen with 0, 1, 5, 60 at once and 10,000 rows in the books (longer lists come in pages), a name of 120 characters, $0.01 and $999,999,999.99',
      ['e2e/layout.test.ts'],
    ),
  },
  { name: 'pictures', ...pictures },
  { name: 'market-statistics', ...marketStatistics },
  { name: 'feeds', ...feeds },
  {
    name: 'hostile-quotes',
    ...tested(
      'pg',
      'Stale, crossed, zero, negative, unreadable, repeated and older quotes fill nothing, say so plainly and are recovered from without a restart; a 5 % spike fills nothing, a lasting gap at the first confirmed quote',
      ['apps/api/src/features/watch/watch.pg.test.ts'],
      '\\[W4\\]',
    ),
  },
  {
    name: 'ticket',
    ...tested(
      'e2e*',
      'Every order type from ticket to close, amended and cancelled where it stands, by visible names on desk and phone; one click within its guard; the market list by keys',
      ['e2e/ticket.test.ts'],
    ),
  },
  {
    name: 'watching',
    ...tested(
      'pg',
      'Every trigger at the quote that reached it; two processes set off each thing once, a killed one is followed by another; nights, day orders and letters of loss once each',
      ['apps/api/src/features/watch/'],
    ),
  },
  { name: 'orders-recomputed', ...ordersRecomputed },
  { name: 'actions-recomputed', ...actionsRecomputed },
  { name: 'clients-recomputed', ...clientsRecomputed },
  { name: 'configuration-load', ...configurationLoad },
  ...backOffice,
  {
    name: 'indicators',
    ...tested(
      'unit',
      'Indicators equal the Skender vectors to their published precision; TA-Lib, ta4j and Tulip after 250 bars to 0.1 %; bar by bar as all at once',
      ['packages/domain/src/indicators/'],
    ),
  },
  {
    name: 'chart',
    ...tested(
      'e2e*',
      'On the chart: stop and order price moved by keys and by pulling, indicators and drawings kept, a sentence and a table',
      ['e2e/chart.test.ts'],
    ),
  },
  { name: 'chart-size', ...chartSize },
  { name: 'chart-trace', ...chartTrace },
  { name: 'api-lint', ...apiLint },
  { name: 'api-clients', ...apiClients },
  { name: 'silence', ...silence },
  { name: 'notifications', ...notifications },
];
