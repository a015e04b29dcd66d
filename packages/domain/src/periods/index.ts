export * from './minutes.ts';
export * from './months.ts';

/** A month, a quarter or a year of the calendar, in UTC: "2026-11", "2026-Q4", "2026". */
export type PeriodKind = 'month' | 'quarter' | 'year';
export type Period = {
  readonly name: string;
  readonly kind: PeriodKind;
  /** Its beginning, and the beginning of what follows. */
  readonly from: Date;
  readonly until: Date;
};

const NAME = /^(20\d\d)(?:-(?:(0[1-9]|1[0-2])|Q([1-4])))?$/;
const MONTHS: Readonly<Record<PeriodKind, number>> = { month: 1, quarter: 3, year: 12 };

/** The period of this name; undefined where there is none. */
export function periodOf(name: string): Period | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const [, year, month, quarter] = match;
  const kind = month === undefined ? (quarter === undefined ? 'year' : 'quarter') : 'month';
  const first = month === undefined ? (quarter === undefined ? 0 : (Number(quarter) - 1) * 3) : Number(month) - 1;
  return {
    name,
    kind,
    from: new Date(Date.UTC(Number(year), first, 1)),
    until: new Date(Date.UTC(Number(year), first + MONTHS[kind], 1)),
  };
}

/** The period of this kind that a moment lies in. */
export function periodAt(kind: PeriodKind, at: Date): Period {
  const year = String(at.getUTCFullYear());
  const name = {
    month: () => `${year}-${String(at.getUTCMonth() + 1).padStart(2, '0')}`,
    quarter: () => `${year}-Q${Math.floor(at.getUTCMonth() / 3) + 1}`,
    year: () => year,
  }[kind]();
  const period = periodOf(name);
  if (period === undefined) throw new RangeError(`no period holds ${at.toISOString()}`);
  return period;
}

/** Every period of this kind from the one that `first` lies in to the one that `last` lies in, newest first. */
export function periodsBetween(kind: PeriodKind, first: Date, last: Date): Period[] {
  const found: Period[] = [];
  for (let each = periodAt(kind, last); each.until > first; each = periodAt(kind, new Date(each.from.getTime() - 1)))
    found.push(each);
  return found;
}

/** Its last day, as "2026-11-30". */
export function lastDayOf({ until }: Pick<Period, 'until'>): string {
  return new Date(until.getTime() - 1).toISOString().slice(0, 10);
}

export function firstDayOf({ from }: Pick<Period, 'from'>): string {
  return from.toISOString().slice(0, 10);
}
