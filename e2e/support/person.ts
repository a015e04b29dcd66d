import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Place = Page | Locator;

/** Somebody in front of a browser. They find things by what is written on them, never by how the page is built. */
export class Person {
  readonly page: Page;
  readonly complaints: string[];

  constructor(page: Page, complaints: string[]) {
    this.page = page;
    this.complaints = complaints;
  }

  /** The same person in another tab of theirs. */
  inTab(page: Page): Person {
    return new Person(page, this.complaints);
  }

  /** Closes the browser. */
  async leaves(): Promise<void> {
    await this.page.context().close();
  }

  /** Types an address. */
  async goesTo(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async presses(name: string, within: Place = this.page): Promise<void> {
    await within.getByRole('button', { name, exact: true }).click();
  }

  async follows(name: string, within: Place = this.page): Promise<void> {
    await within.getByRole('link', { name, exact: true }).first().click();
  }

  /** Through the side navigation. */
  async opens(name: string): Promise<void> {
    await this.follows(name, this.page.getByRole('navigation', { name: 'Main navigation' }).first());
    await this.arrivesAt(name);
  }

  /** The page's own heading, of which there is one; a panel of another page may have the same words. */
  async arrivesAt(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  }

  async types(label: string, text: string, within: Place = this.page): Promise<void> {
    await within.getByLabel(label, { exact: true }).fill(text);
  }

  async chooses(label: string, option: string, within: Place = this.page): Promise<void> {
    await within.getByLabel(label, { exact: true }).selectOption({ label: option });
  }

  async picksTab(name: string): Promise<void> {
    const tab = this.page.getByRole('tab', { name, exact: true });
    await tab.click();
    await tab.and(this.page.locator('[aria-selected="true"]')).waitFor();
  }

  async reads(text: string | RegExp, within: Place = this.page): Promise<void> {
    await within.getByText(text).filter({ visible: true }).first().waitFor();
  }

  async readsHeading(name: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** The row of a table that shows all of these words. */
  row(table: string, ...words: string[]): Locator {
    const rows = this.page.getByRole('table', { name: table, exact: true }).getByRole('row');
    return words.reduce((found, text) => found.filter({ hasText: text }), rows).first();
  }

  /** The figure that stands beside a name, such as "$1,234.50" beside Available. */
  async figure(name: string, within: Place = this.page): Promise<string> {
    const term = within.getByRole('term').filter({ hasText: new RegExp(`^${escaped(name)}$`) });
    return (await term.first().locator('xpath=following-sibling::*[1]').innerText()).trim();
  }

  /** Waits until the figure beside a name reads like this. */
  async seesFigure(name: string, text: string | RegExp, within: Place = this.page): Promise<void> {
    const reading = expect.poll(() => this.figure(name, within), { message: name });
    await (typeof text === 'string' ? reading.toBe(text) : reading.toMatch(text));
  }

  /** The theme is kept in this browser, so a choice in one tab reaches the others: this page follows, as it is. */
  async switchesThemeInAnotherTab(theme: 'light' | 'dark'): Promise<void> {
    await this.page.evaluate(
      `localStorage.setItem('theme', '${theme}'); dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }))`,
    );
    await this.page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
  }

  /** Puts a mark into the page that a reload would wipe away. */
  async marksPage(): Promise<void> {
    await this.page.evaluate("globalThis.stillTheSamePage = 'yes'");
  }

  async expectSamePage(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate('globalThis.stillTheSamePage'), { message: 'the page was reloaded' })
      .toBe('yes');
  }

  /** The same session asks the api, as a client who downloads their own records would. */
  async downloads<T>(path: string): Promise<T> {
    const answer = await this.page.request.get(`/api/v1${path}`);
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as T;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
