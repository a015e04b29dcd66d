import { FOUR_BOOKS, cpuOf, median, turnOf } from './figures.ts';
import type { Phase } from './orders.ts';
import type { PhaseProfile } from './profile.ts';
import type { Figure, Report, SideReport, Turn } from './report.ts';

/** Above this share of other programs the page says that the machine was not ours alone. */
const SHARED_FROM = 0.05;
const KEPT_SECTIONS = 12;
const KEPT_WAITS = 6;
const STATEMENT_LENGTH = 110;

/** What the command prints. */
export function printed({ figures, rounds, durability }: Report): string {
  return [
    `durability of the measured connections: ${durable(durability)}`,
    `T (TPC-B, 16 connections): ${rounds.map(({ tpcb }) => tpcb.toFixed(0)).join(', ')} a second`,
    ...figures.map((each) => `${each.ok ? 'ok  ' : 'FAIL'}  ${sentenceOf(each)}`),
    '',
  ].join('\n');
}

/** docs/performance.md: everything in it was measured in the run that wrote it. */
export function performancePage(report: Report): string {
  return [
    '# Performance',
    '',
    `\`npm run bench\` wrote this page on ${report.at.slice(0, 16).replace('T', ' ')} UTC from commit ${report.commit}${report.changed ? ' with changes that were not committed yet' : ''}. Ratios carry over to other machines; the absolute figures don't.`,
    '',
    ...methodOf(report),
    '## What must hold',
    '',
    ...table(
      ['', 'figure', 'measured', 'bound'],
      report.figures.map(({ ok, name, value, must, bound }) => [
        ok ? '✓' : '**missed**',
        name,
        short(value),
        `${must} ${bound}`,
      ]),
    ),
    '## Each side, medians',
    '',
    ...table(
      ['', 'commit', 'transfers/s', 'orders/s', 'p50', 'p99', 'closes/s', 'p50', 'p99', 'durable insert'],
      report.sides.map((side) => rowOf(report, side)),
    ),
    ...comparedWithPgbench(report),
    '## Processor time of one order',
    '',
    'User and system time of the API process, and of the PostgreSQL server with all its processes, divided by the answers.',
    '',
    ...table(
      [
        '',
        'opening: API',
        'PostgreSQL',
        'together',
        'closing: API',
        'PostgreSQL',
        'together',
        'session check: alone, 64 at once',
      ],
      report.sides.map((side) => cpuRowOf(report, side)),
    ),
    ...(report.profile
      ? [
          ...whereOf('an order', report.profile.opening, phaseOf(report, 'opening')),
          ...whereOf('a close', report.profile.closing, phaseOf(report, 'closing')),
        ]
      : []),
    ...bottleneckOf(report),
  ].join('\n');
}

function methodOf({ machine, durability, seconds, rounds, sides }: Report): string[] {
  const others = Math.max(
    ...rounds
      .flatMap(({ turns }) => Object.values(turns))
      .flatMap(phasesOf)
      .map(({ shares }) => shares.others),
  );
  const filled = sides.filter((side) => side.filled > 0);
  return [
    '## Method',
    '',
    `One run on ${machine.cores} cores (${machine.cpu}, ${machine.memoryGb} GB), Node ${machine.node.slice(1)}, PostgreSQL ${machine.postgres}, which share the machine with the load. ${durable(durability)}.`,
    '',
    `Each side has a server process and a PostgreSQL of its own, all with this version's server settings. They take turns: transfers on each side, then opening, then closing; ${rounds.length} rounds of ${seconds} seconds after one that isn't counted. A ratio is made within a round, and the median of the rounds counts.`,
    '',
    "- **T** is TPC-B at scale 32 with 16 connections and prepared statements, sent by the same driver as the product's own.",
    '- **Transfers** go through the ledger, each with its own key, decision and entry, and each touching the same house account.',
    '- **Opening** is POST /orders over HTTP with 64 connections and 256 clients, so that nobody reaches the most trades a client may have open. **Closing** is POST /trades/:id/close for the same trades.',
    "- **CPU** comes from the kernel's counters of each process. The load is not part of it.",
    ...(filled.length > 0
      ? [
          `- **Full databases** hold ${filled.map((side) => side.filled.toLocaleString('en-US')).join(' and ')} entries, with their orders, trades, fills, quotes, commands and notifications, before the first measurement.`,
        ]
      : []),
    ...(sides.some(({ name }) => name === FOUR_BOOKS)
      ? ['- **Four books**: the same clients, spread over four books of one database, with the same 64 connections.']
      : []),
    '',
    others > SHARED_FROM
      ? `The machine was shared: other programs took up to ${percent(others)} of the processors while something was measured. Rates and p99 suffer most from that, ratios of CPU least.`
      : 'Nothing else ran on the machine.',
    '',
  ];
}

function rowOf(report: Report, side: SideReport): string[] {
  const of = medianOf(report, side.name);
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  return [
    side.name,
    side.commit,
    of((t) => t.transfers).toFixed(0),
    of((t) => t.opening.perSecond).toFixed(0),
    ms(of((t) => t.opening.p50Ms)),
    ms(of((t) => t.opening.p99Ms)),
    of((t) => t.closing.perSecond).toFixed(0),
    ms(of((t) => t.closing.p50Ms)),
    ms(of((t) => t.closing.p99Ms)),
    `${of((t) => t.insertMs).toFixed(2)} ms`,
  ];
}

function cpuRowOf(report: Report, side: SideReport): string[] {
  const of = medianOf(report, side.name);
  const us = (value: number): string => `${value.toFixed(0)} µs`;
  return [
    side.name,
    us(of((t) => t.opening.apiUs)),
    us(of((t) => t.opening.databaseUs)),
    `**${us(of((t) => cpuOf(t.opening)))}**`,
    us(of((t) => t.closing.apiUs)),
    us(of((t) => t.closing.databaseUs)),
    `**${us(of((t) => cpuOf(t.closing)))}**`,
    `${us(side.sessionAloneUs)}, ${us(side.sessionTogetherUs)}`,
  ];
}

function comparedWithPgbench({ rounds, sides }: Report): string[] {
  const [tip] = sides;
  const native = rounds.map(({ pgbench }) => pgbench).filter((each) => each !== null);
  const t = median(rounds.map(({ tpcb }) => tpcb)).toFixed(0);
  const unprepared = median(rounds.map(({ tpcbUnprepared }) => tpcbUnprepared)).toFixed(0);
  const said = `T was ${t} a second; with each statement parsed again ${unprepared}.`;
  if (!tip || native.length < rounds.length) return [said, ''];
  const ratio = (of: (turn: Turn) => number): string =>
    median(rounds.map((round) => of(turnOf(round, tip.name)) / (round.pgbench ?? Number.NaN))).toFixed(2);
  return [
    `${said} PostgreSQL's own pgbench, whose load costs less than one in Node, did ${median(native).toFixed(0)} with the same script; of that, transfers are ${ratio((x) => x.transfers)}, orders ${ratio((x) => x.opening.perSecond)} and closes ${ratio((x) => x.closing.perSecond)}.`,
    '',
  ];
}

function whereOf(
  what: string,
  { sections, statements, waits, walRecords, walBytes }: PhaseProfile,
  phase: Phase,
): string[] {
  return [
    `## Where the time of ${what} goes`,
    '',
    `Looked at in a run of its own, because looking costs time: shares count here, not sums. The API's main thread, by the code that was running (${phase.apiUs.toFixed(0)} µs without the profiler):`,
    '',
    ...table(
      ['section', 'share'],
      sections.slice(0, KEPT_SECTIONS).map(({ name, share }) => [name, percent(share)]),
    ),
    `PostgreSQL, by statement, from beginning to end with waits. Indented ones run inside the one that was sent. ${walRecords.toFixed(1)} WAL records of ${(walBytes / 1000).toFixed(1)} kB together:`,
    '',
    ...table(
      ['statement', 'µs', 'calls'],
      statements.map(({ text, sent, usAnOrder, callsAnOrder }) => [
        `${sent ? '' : '&emsp;'}\`${cut(text)}\``,
        usAnOrder.toFixed(0),
        callsAnOrder.toFixed(3),
      ]),
    ),
    `Backends with work, at a moment: ${waits
      .slice(0, KEPT_WAITS)
      .map(({ name, backends }) => `${name} ${backends.toFixed(2)}`)
      .join(', ')}.`,
    '',
  ];
}

/** Said by the figures alone: who holds the processors, and what waits while they idle. */
function bottleneckOf(report: Report): string[] {
  const lines = (['opening', 'closing'] as const).map((kind) => {
    const { shares } = phaseOf(report, kind);
    const { api, database, load, idle, others } = shares;
    const busy = [
      `the API ${percent(api)}`,
      `PostgreSQL ${percent(database)}`,
      `the load ${percent(load)}`,
      ...(others > SHARED_FROM ? [`other programs ${percent(others)}`] : []),
    ];
    const waits = report.profile?.[kind].waits.filter(
      ({ name }) => name !== 'running' && name !== 'Client: ClientRead',
    );
    const first = waits?.[0];
    const verdict =
      idle < 0.1
        ? 'The processors are the limit: only less work for each order makes it faster here.'
        : `They idle ${percent(idle)} of the time${first ? `, and backends wait most for ${first.name}` : ''}.`;
    return `- **${kind === 'opening' ? 'Opening' : 'Closing'}**: of the processors ${busy.join(', ')}. ${verdict}`;
  });
  return ['## The current bottleneck', '', ...lines, ''];
}

/** The phase of this version whose throughput is the median of all rounds. */
function phaseOf({ rounds, sides }: Report, kind: 'opening' | 'closing'): Phase {
  const [tip] = sides;
  if (!tip) throw new Error('nothing was measured');
  const phases = rounds.map((round) => turnOf(round, tip.name)[kind]).toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = phases[phases.length >> 1];
  if (!middle) throw new Error('no round was counted');
  return middle;
}

function medianOf({ rounds }: Report, name: string): (of: (turn: Turn) => number) => number {
  return (of) => median(rounds.map((round) => of(turnOf(round, name))));
}

function phasesOf({ opening, closing }: Turn): Phase[] {
  return [opening, closing];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}

function sentenceOf({ name, value, must, bound }: Figure): string {
  return `${name}: ${short(value)} (${must} ${bound})`;
}

function short(value: number): string {
  return value.toFixed(value < 0.1 && value > 0 ? 5 : value < 10 ? 2 : 0);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function durable(durability: Readonly<Record<string, string>>): string {
  return Object.entries(durability)
    .map(([name, setting]) => `${name} = ${setting}`)
    .join(', ');
}

function cut(text: string): string {
  const clean = text.replaceAll('`', "'");
  return clean.length > STATEMENT_LENGTH ? `${clean.slice(0, STATEMENT_LENGTH)}…` : clean;
}
