import type { Locator } from 'playwright-core';
import type { Keys } from './keys.ts';
import type { Person } from './person.ts';

/** How often the screen was tapped or pulled, and how many characters were typed. */
export type Count = { taps: number; characters: number };

export function countText({ taps, characters }: Count): string {
  return characters > 0 ? `${taps} taps and ${characters} characters` : `${taps} taps`;
}

/** Somebody's hands: it counts how often the screen was tapped or pulled, and how many characters were typed. */
export class Hands {
  readonly person: Person;
  readonly phone: boolean;
  protected taps = 0;
  protected keys = 0;

  constructor(person: Person, phone: boolean) {
    this.person = person;
    this.phone = phone;
  }

  /** What it took so far. */
  counted(): { text: string; taps: number } {
    const { taps, keys } = this;
    return { text: countText({ taps, characters: keys }), taps };
  }

  private async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.click();
  }

  button(name: string | RegExp, within: Locator = this.person.page.locator('body')): Promise<void> {
    return this.tap(within.getByRole('button', { name, exact: true }).first());
  }

  link(name: string | RegExp, within: Locator = this.person.page.locator('body')): Promise<void> {
    return this.tap(within.getByRole('link', { name, exact: true }).first());
  }

  /** One of several that exclude each other: the words are what is tapped. */
  choice(name: string, within: Locator = this.person.page.locator('body')): Promise<void> {
    return this.tap(within.getByRole('radiogroup').getByText(name, { exact: true }).first());
  }

  /** Taps the field and types. */
  async types(label: string, text: string, within: Locator = this.person.page.locator('body')): Promise<void> {
    this.taps += 1;
    this.keys += text.length;
    await within.getByLabel(label, { exact: true }).fill(text);
  }

  /** Opens a list of choices and takes one. */
  async chooses(label: string, option: string, within: Locator = this.person.page.locator('body')): Promise<void> {
    this.taps += 2;
    await within.getByLabel(label, { exact: true }).selectOption({ label: option });
  }

  /** To a page of the main navigation: on a phone, through its menu. */
  async opens(page: string): Promise<void> {
    if (this.phone) await this.button('Menu');
    await this.link(page, this.person.page.getByRole('navigation', { name: 'Main navigation' }).first());
    await this.person.arrivesAt(page);
  }

  /** Searches from wherever this is, and takes what is found. */
  async searches(text: string, found: RegExp): Promise<void> {
    const { page } = this.person;
    await this.tap(page.getByRole('button', { name: /^Search/ }).first());
    this.keys += text.length;
    await page.getByRole('combobox', { name: 'Command palette' }).fill(text);
    await this.tap(page.getByRole('listbox').getByRole('option', { name: found }).first());
  }

  /** Pulls something down by so many pixels and lets go. */
  async pulls(what: Locator, down: number): Promise<void> {
    this.taps += 1;
    await what.waitFor();
    const box = await what.boundingBox();
    if (box === null) throw new Error('what should be pulled is not drawn');
    const { mouse } = this.person.page;
    await mouse.move(box.x + 10, box.y + box.height / 2);
    await mouse.down();
    await mouse.move(box.x + 10, box.y + box.height / 2 + down, { steps: 4 });
    await mouse.up();
  }
}

/** The same person at a keyboard, without a pointer: Tab to what is wanted, arrow keys within it. */
export class KeyHands extends Hands {
  readonly #at: Keys;
  #pressed = 0;

  constructor(person: Person, at: Keys) {
    super(person, false);
    this.#at = at;
  }

  override counted(): { text: string; taps: number } {
    this.#pressed += this.#at.counted();
    return { text: `${this.#pressed} keys`, taps: this.#pressed };
  }

  override button(name: string | RegExp, within?: Locator): Promise<void> {
    return this.#at.enters('button', name, within);
  }

  override link(name: string | RegExp, within?: Locator): Promise<void> {
    return this.#at.enters('link', name, within);
  }

  override async choice(name: string, within: Locator = this.person.page.locator('body')): Promise<void> {
    const { page } = this.person;
    const wanted = page.getByRole('radio', { name: new RegExp(`^${name}`) });
    const group = within.getByRole('radiogroup').filter({ has: wanted }).first();
    await this.#at.tabsTo('radio', /./, group);
    const there = group.getByRole('radio', { name: new RegExp(`^${name}`) }).and(page.locator(':focus'));
    for (let step = 0; step < 6 && (await there.count()) === 0; step += 1) await this.#at.press('ArrowRight');
    await there.waitFor({ state: 'attached' });
  }

  override async types(label: string, text: string, within?: Locator): Promise<void> {
    await this.#at.tabsTo('textbox', label, within);
    await this.#at.retypes(text);
  }

  override async chooses(label: string, option: string, within?: Locator): Promise<void> {
    await this.#at.tabsTo('combobox', label, within);
    await this.#at.types(option);
  }

  override async searches(text: string, found: RegExp): Promise<void> {
    const { page } = this.person;
    await this.#at.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
    await this.#at.types(text);
    const first = page.getByRole('listbox').getByRole('option').first();
    await first.and(page.getByRole('option', { name: found })).waitFor();
    await this.#at.press('Enter');
  }

  /** Where it was added, the handle has the focus. */
  override async pulls(what: Locator): Promise<void> {
    await what.and(this.person.page.locator(':focus')).waitFor();
    await this.#at.press('Shift+ArrowDown', 'Enter');
  }
}
