import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from './person.ts';

type Role = 'button' | 'link' | 'textbox' | 'tab' | 'combobox' | 'radio' | 'switch';

/** No page has more stops of the Tab key than this. */
const STOPS_MAX = 150;

/** Somebody's keyboard, and nothing else: a pointer on the page, and what is typed without a key, are complaints. It counts what was pressed. */
export class Keys {
  readonly #person: Person;
  #pressed = 0;

  private constructor(person: Person) {
    this.#person = person;
  }

  /** From the next page on that this person opens. */
  static async of(person: Person): Promise<Keys> {
    const context = person.page.context();
    await context.exposeBinding('reportNoKey', (_, what: unknown) => {
      person.complaints.push(`not by keyboard: ${String(what)}`);
    });
    await context.addInitScript(NO_OTHER_HANDS);
    return new Keys(person);
  }

  /** How many keys were pressed since this was last asked. */
  counted(): number {
    const count = this.#pressed;
    this.#pressed = 0;
    return count;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#pressed += 1;
      await this.#person.page.keyboard.press(key);
    }
  }

  async types(text: string): Promise<void> {
    this.#pressed += text.length;
    await this.#person.page.keyboard.type(text);
  }

  /** What stands in the field is replaced. */
  async retypes(text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.types(text);
  }

  /** Presses Tab until the focus stands on what has this role and name, in the place that is given. At every stop the focus must show. */
  async tabsTo(role: Role, name: string | RegExp, place: Locator = this.#person.page.locator('body')): Promise<void> {
    const { page } = this.#person;
    // Somebody who sees the page waits for what they asked for; Tab passes over what can't be pressed yet.
    const asked = place.getByRole(role, { name, exact: true });
    await asked.and(page.locator(':not(:disabled)')).first().waitFor({ state: 'attached' });
    const wanted = asked.and(page.locator(':focus'));
    for (let stop = 0; stop < STOPS_MAX; stop += 1) {
      await this.press('Tab');
      const at = String(await page.evaluate(FOCUSED));
      await expect.poll(() => page.evaluate(FOCUS_SHOWS), { message: at }).toBe('shows');
      if ((await wanted.count()) > 0) return;
    }
    throw new Error(`Tab never reaches ${role} ${String(name)}`);
  }

  /** Tab to it, then Enter. */
  async enters(role: Role, name: string | RegExp, place?: Locator): Promise<void> {
    await this.tabsTo(role, name, place);
    await this.press('Enter');
  }

  /** Waits until the focus stands on it, where the page itself has brought it. */
  async standsOn(role: Role, name: string | RegExp): Promise<void> {
    const { page } = this.#person;
    const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
    const looking = async () => ((await wanted.count()) > 0 ? 'there' : `on ${String(await this.focused())}`);
    await expect.poll(looking, { message: `${role} ${String(name)}` }).toBe('there');
  }

  /** Where the focus is: null while nothing has it. */
  focused(): Promise<string | null> {
    return this.#person.page.evaluate(
      'document.activeElement === document.body ? null : document.activeElement?.outerHTML.slice(0, 160) ?? null',
    );
  }
}

/** A pointer that is pressed, and a field that changes with no key pressed since it last did. */
const NO_OTHER_HANDS = `{
  let pressed = false;
  for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
    addEventListener(kind, (event) => event.isTrusted && reportNoKey(kind), { capture: true, passive: true });
  addEventListener('keydown', (event) => { pressed ||= event.isTrusted; }, true);
  addEventListener('input', (event) => {
    if (!pressed) reportNoKey('typed into ' + (event.target.ariaLabel || event.target.name || event.target.type));
    pressed = false;
  }, true);
}`;
const FOCUSED = 'document.activeElement?.outerHTML.slice(0, 160)';
/** An outline, a shadow or another border than without focus, on the thing, on what is drawn over it, or on the box drawn around it. */
const FOCUS_SHOWS = `(() => {
  const at = document.activeElement;
  // Day, month and year of a field are stops within it: it is looked at once, because looking puts the focus on its first part.
  if (at.type?.startsWith('date') && globalThis.lookedAt === at) return 'shows';
  globalThis.lookedAt = at;
  // The page's content has the focus when a page has just opened: Tab goes on from there, and nothing can be done with the whole of it.
  if (at === null || at === document.body || at.matches('main[tabindex="-1"]')) return 'shows';
  // A radio button may be drawn by its label alone.
  const drawn = [at, ...(at.labels ?? [])];
  const looks = () => [...drawn, at.parentElement, ...at.querySelectorAll(':scope > *')].flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::after')]).map((style) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = style;
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
  }).join('|');
  const focused = looks();
  const { x, y, width, height } = drawn.map((one) => one.getBoundingClientRect()).find((box) => box.width > 0) ?? at.getBoundingClientRect();
  const inside = width > 0 && height > 0 && x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight;
  at.blur();
  const blurred = looks();
  at.focus({ preventScroll: true, focusVisible: true });
  if (!inside) return 'outside the window at ' + [x, y, width, height].join(' ');
  return focused === blurred ? 'looks as it does without focus' : 'shows';
})()`;
