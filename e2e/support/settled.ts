import { expect } from 'vitest';
import type { Person } from './person.ts';

// What is fetched only once it is seen is gone to, as a reader would.
const AT_WORK = `(() => {
  const waiting = document.querySelectorAll('[aria-busy="true"], [data-visible][data-animate], [role="status"][aria-label="Loading"]');
  waiting[0]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const busy = waiting.length;
  const moving = document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity).length;
  return busy + moving + (document.fonts.status === 'loaded' ? 0 : 1);
})()`;

/** Waits until the page shows what it has to show: nothing loads, nothing fades. */
export async function settles(person: Person): Promise<void> {
  await expect.poll(() => person.page.evaluate(AT_WORK), { message: person.page.url() }).toBe(0);
}

/** Waits until what a change of width or theme has drawn anew is on the screen. */
export async function isDrawn({ page }: Person): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))');
}

/** The widest thing on the page in relation to the window: anything above zero scrolls sideways. */
export async function sidewaysScroll(person: Person, width: number): Promise<number> {
  const { page } = person;
  await page.setViewportSize({ width, height: 844 });
  // The arrangement of the width before is still there until the next one is drawn.
  await isDrawn(person);
  await settles(person);
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
}
