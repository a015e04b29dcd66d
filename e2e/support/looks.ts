import { expect } from 'vitest';
import { axeFinds } from './axe.ts';
import type { Person } from './person.ts';
import { settles, sidewaysScroll } from './settled.ts';

/** The page as it stands, wide and light, then on a phone and dark: axe finds nothing, and it scrolls one way only. */
export async function looksSound(person: Person): Promise<void> {
  const { page } = person;
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await person.switchesThemeInAnotherTab(theme);
    expect(await sidewaysScroll(person, width), `${page.url()} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
    await settles(person);
    const found = (await axeFinds(page)).map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
    expect(found, `${page.url()} at ${width} px, ${theme}`).toEqual([]);
  }
  await person.switchesThemeInAnotherTab('light');
  await page.setViewportSize(before);
}
