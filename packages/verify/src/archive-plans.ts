import { entriesOf } from './archive-entries.ts';
import { NO_PACKAGE, setAt, termsOf } from './archive-terms.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, has, instant, least, most, object, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

const FULL = 100n;
const DAY_MS = 86_400_000;
/** The percent that everybody begins with. */
const FIRST_PERCENT = 1n;

/** What a client's signals depend on. */
type Signals = { percent: bigint; unlimited: number; suspended: number | undefined };
type Event = { readonly at: number; readonly purchase?: Line; readonly controls?: Line };

/** Purchases of signal plans and what staff switched, in their order. */
function eventsOf({ lines }: Archive): Event[] {
  const bought = lines('purchases').map((purchase) => ({ at: instant(purchase, 'at'), purchase }));
  const switched = lines('staff_actions')
    .filter((line) => line['action'] === 'user.controls')
    .map((controls) => ({ at: instant(controls, 'at'), controls }));
  return [...switched, ...bought].toSorted((a, b) => a.at - b.at);
}

function switched(signals: Signals, controls: Line, at: number): void {
  const { status, signal_strength: strength } = object(controls, 'facts');
  const percent = typeof strength === 'string' ? /→ (\d+)$/.exec(strength)?.[1] : undefined;
  if (percent !== undefined) signals.percent = BigInt(percent);
  if (status === 'suspended') signals.suspended = at;
  else if (typeof status === 'string' && signals.suspended !== undefined) {
    // A suspension stops the clock of unlimited signals; what it lasted is given back.
    if (signals.unlimited > signals.suspended) signals.unlimited += at - signals.suspended;
    signals.suspended = undefined;
  }
}

function bought(signals: Signals, plan: Line | undefined, at: number): void {
  if (plan === undefined) return;
  if (has(plan, 'boost')) signals.percent = least(FULL, signals.percent + whole(plan, 'boost'));
  else signals.unlimited = Math.max(at, signals.unlimited) + Number(whole(plan, 'days')) * DAY_MS;
}

/** P9: the percent of the instruments whose signals the client saw when the archive was made. */
export function signalStrength(archive: Archive): bigint {
  const plans = new Map(termsOf(archive, 'signal_plan').map((line) => [text(line, 'key'), object(line, 'value')]));
  const signals: Signals = { percent: FIRST_PERCENT, unlimited: -Infinity, suspended: undefined };
  for (const { at, purchase, controls } of eventsOf(archive)) {
    if (controls !== undefined) switched(signals, controls, at);
    if (purchase !== undefined && text(purchase, 'kind') === 'signal_plan')
      bought(signals, plans.get(text(purchase, 'plan_id')), at);
  }
  return signals.unlimited > (signals.suspended ?? instant(archive.manifest, 'made_at')) ? FULL : signals.percent;
}

/** P4, P15: the price of the plan and nothing more, what it changed by the terms, and the terms that the account has since. */
export function checkPurchases(archive: Archive): Check {
  return check('Packages and signal plans', (findings) => {
    const { same, sum, each } = findings;
    const sold = (kind: string): Map<string, Line> =>
      new Map(termsOf(archive, kind).map((line) => [text(line, 'key'), object(line, 'value')]));
    const plans = { package: sold('package'), signal_plan: sold('signal_plan') };
    const account = { ...NO_PACKAGE };
    const terms = new Map(termsOf(archive, 'account').map((line) => [text(line, 'key'), line]));
    const entries = new Map(entriesOf(archive).map((entry) => [entry.subject, entry]));
    const signals: Signals = { percent: FIRST_PERCENT, unlimited: -Infinity, suspended: undefined };
    checkAccount(terms.get('start'), account, 'when it was opened', same);
    const cash = cashBefore(archive);
    each(eventsOf(archive), ({ at, purchase, controls }) => {
      if (controls !== undefined) switched(signals, controls, at);
      if (purchase === undefined) return;
      const kind = text(purchase, 'kind') as keyof typeof plans;
      const name = `purchase ${text(purchase, 'id')}`;
      const plan = plans[kind]?.get(text(purchase, 'plan_id'));
      if (plan === undefined) return same(`The plan of ${name}`, text(purchase, 'plan_id'), 'one that was on sale');
      const sale = setAt(archive, `${kind}_sale`, text(purchase, 'plan_id'), at);
      same(`Whether the plan of ${name} was sold`, sale === undefined || text(sale, 'state') === 'on_sale', true);
      sum(
        `The price of ${name}`,
        cents(purchase, 'price'),
        cents(sale !== undefined && has(sale, 'price') ? sale : plan, 'price'),
      );
      same(`The name of ${name}`, text(purchase, 'name'), text(plan, 'name'));
      const entry = entries.get(text(purchase, 'id'));
      same(`The time of ${name}`, at, entry?.at);
      if (entry !== undefined)
        sum(`The cash before ${name}`, cents(purchase, 'cash_before'), cash.get(entry.number) ?? 0n);
      if (kind === 'signal_plan') return checkSignals(purchase, plan, signals, findings);
      same(`The mark-up before ${name}`, whole(purchase, 'markup_before'), account.markup);
      same(`The ceiling before ${name}`, whole(purchase, 'ceiling_before'), account.ceiling);
      account.markup = least(account.markup, whole(plan, 'markup'));
      account.ceiling = most(account.ceiling, whole(plan, 'leverage_ceiling'));
      same(`The mark-up after ${name}`, whole(purchase, 'markup_after'), account.markup);
      same(`The ceiling after ${name}`, whole(purchase, 'ceiling_after'), account.ceiling);
      return checkAccount(terms.get(text(purchase, 'id')), account, `since ${name}`, same);
    });
    const counted = archive.lines('purchases').length;
    return `${counted} purchases at the price of their plan; the mark-up is ${account.markup} and the leverage ceiling ${account.ceiling} since`;
  });
}

function checkAccount(line: Line | undefined, expected: typeof NO_PACKAGE, when: string, same: Findings['same']): void {
  same(`Whether there are terms of the account ${when}`, line !== undefined, true);
  if (line === undefined) return;
  const value = object(line, 'value');
  same(`The mark-up of the account ${when}`, whole(value, 'markup'), expected.markup);
  same(`The leverage ceiling of the account ${when}`, whole(value, 'leverage_ceiling'), expected.ceiling);
}

function checkSignals(purchase: Line, plan: Line, signals: Signals, { same }: Pick<Findings, 'same'>): void {
  const name = `purchase ${text(purchase, 'id')}`;
  const until = (): string => (Number.isFinite(signals.unlimited) ? new Date(signals.unlimited).toISOString() : 'none');
  const given = (field: string): string => (has(purchase, field) ? text(purchase, field) : 'none');
  same(`The signal strength before ${name}`, whole(purchase, 'percent_before'), signals.percent);
  same(`The unlimited signals before ${name}`, given('unlimited_before'), until());
  bought(signals, plan, instant(purchase, 'at'));
  same(`The signal strength after ${name}`, whole(purchase, 'percent_after'), signals.percent);
  same(`The unlimited signals after ${name}`, given('unlimited_after'), until());
}

/** What was in cash before each entry. */
function cashBefore({ lines }: Archive): ReadonlyMap<bigint, bigint> {
  let cash = 0n;
  return new Map(
    lines('entries').map((line) => {
      const before = cash;
      cash = cents(line, 'cash_after');
      return [whole(line, 'number'), before];
    }),
  );
}
