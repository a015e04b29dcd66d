import { describe, expect, it } from 'vitest';
import { figuresOf, OTHER, THIS } from './figures.ts';
import { readOptions } from './options.ts';
import type { Phase } from './orders.ts';
import { performancePage } from './page.ts';
import type { Report, Turn } from './report.ts';
import { sectionsOf } from './sections.ts';

const FULL = '1,000,000 entries';

function phase(perSecond: number, cpuUs: number, others = 0): Phase {
  return {
    perSecond,
    p50Ms: 10,
    p99Ms: 40,
    done: 1_000,
    failed: {},
    apiUs: cpuUs * 0.4,
    databaseUs: cpuUs * 0.6,
    loadUs: 20,
    shares: { api: 0.4, database: 0.4, load: 0.05, idle: 0.15 - others, others },
  };
}

function turn(opening: Phase, closing: Phase): Turn {
  return { transfers: 30_000, opening, closing, insertMs: 1 };
}

function report(others = 0): Report {
  const measured = {
    rounds: [1, 2, 3].map((speed) => ({
      tpcb: 1_000 * speed,
      tpcbUnprepared: 800 * speed,
      pgbench: 2_000 * speed,
      turns: {
        [THIS]: turn(phase(4_000 * speed, 150 / speed, others), phase(2_500 * speed, 300 / speed)),
        [OTHER]: turn(phase(2_000 * speed, 300 / speed), phase(800 * speed, 1_000 / speed)),
        [FULL]: turn(phase(3_000 * speed, 165 / speed), phase(2_500 * speed, 300 / speed)),
      },
    })),
    sides: [
      { name: THIS, commit: 'abc', filled: 0, sessionAloneUs: 120, sessionTogetherUs: 10 },
      { name: OTHER, commit: 'def', filled: 0, sessionAloneUs: 160, sessionTogetherUs: 12 },
      { name: FULL, commit: 'abc', filled: 1_000_000, sessionAloneUs: 120, sessionTogetherUs: 10 },
    ],
    watch: null,
    sockets: null,
  };
  return {
    commit: 'abc',
    changed: false,
    at: '2026-01-02T03:04:05.000Z',
    machine: { cpu: 'a processor', cores: 2, memoryGb: 8, node: 'v24.0.0', postgres: '18.0' },
    durability: { fsync: 'on' },
    seconds: 8,
    ...measured,
    profile: null,
    figures: figuresOf(measured),
  };
}

describe('what the bench makes of its rounds', () => {
  const value = (name: string): number | undefined =>
    report().figures.find((figure) => figure.name.includes(name))?.value;

  it('[O81] ratios are made within a round, so that a machine that changes its speed changes none of them', () => {
    expect(value('POST /orders ÷ T')).toBe(4);
    expect(value('trades closed ÷ T')).toBe(2.5);
    expect(value('CPU per order, API + PostgreSQL')).toBeCloseTo(0.5);
    expect(value('CPU per close, API + PostgreSQL')).toBeCloseTo(0.3);
  });

  it('[O81] a full database that is a quarter slower is missed', () => {
    const [orders] = report().figures.filter(({ name }) => name === `${FULL}: orders of those of an empty database`);
    expect(orders).toMatchObject({ value: 0.75, ok: false });
  });
});

describe('docs/performance.md', () => {
  it('[O82] says from which commit it is, when, and what was missed', () => {
    const page = performancePage(report());
    expect(page).toContain('on 2026-01-02 03:04 UTC from commit abc.');
    expect(page).toContain('| **missed** | 1,000,000 entries: orders of those of an empty database | 0.75 | ≥ 0.85 |');
    expect(page).toContain('Nothing else ran on the machine.');
  });

  it('[O82] says when the machine was shared', () => {
    expect(performancePage(report(0.12))).toContain('other programs took up to 12 % of the processors');
  });
});

describe('sections of a profile', () => {
  it('[O82] native functions belong to their caller, idle time and other moments to nobody', () => {
    const frame = (functionName: string, url = ''): { functionName: string; url: string } => ({ functionName, url });
    const profile = {
      startTime: 0,
      nodes: [
        { id: 1, callFrame: frame('(root)'), children: [2, 4] },
        { id: 2, callFrame: frame('decide', 'file:///x/packages/domain/src/decide.ts'), children: [3] },
        { id: 3, callFrame: frame('toString') },
        { id: 4, callFrame: frame('(idle)') },
      ],
      samples: [2, 3, 4, 2],
      timeDeltas: [10, 30, 50, 1_000],
    };
    expect(sectionsOf(profile, 0, 100, 200)).toEqual([
      { name: 'decisions and rows (packages/domain)', share: 1, usAnOrder: 200 },
    ]);
  });
});

describe('options', () => {
  it('[O81] leave out what is named, and refuse what is no part', () => {
    expect(readOptions(['--without', 'watch,profile', '--entries', 'none'], 'a5adec5')).toMatchObject({
      without: ['watch', 'profile'],
      entries: [],
      against: 'a5adec5',
    });
    expect(() => readOptions(['--without', 'orders'], undefined)).toThrow('--without takes');
    expect(() => readOptions(['--rounds', '0'], undefined)).toThrow('a whole number from 1');
  });
});
