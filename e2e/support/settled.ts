import { expect } from 'vitest';
import type { Locator } from 'playwright-core';
import type { Person } from './person.ts';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

// What is fetched only once it is seen is gone to, as a reader would.
const AT_WORK = `(() => {
  const waiting = document.querySelectorAll('[aria-busy="true"], [data-visible][data-animate], [role="status"][aria-label="Loading"]');
  waiting[0]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const busy = waiting.length;
  const moving = document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity).length;
  return busy + moving + (document.fonts.status === 'loaded' ? 0 : 1);
})()`;

/** Waits until the page shows what it has to show: the arrangement of its width and theme is drawn, nothing loads, nothing fades. */
export async function settles(person: Person): Promise<void> {
  await isDrawn(person);
  await expect.poll(() => person.page.evaluate(AT_WORK), { message: person.page.url() }).toBe(0);
}

/** Where it stands once it stays there: a mouse that is sent to it arrives. */
export async function restsAt(one: Locator): Promise<Box> {
  let [last, now]: (Box | null)[] = [null, null];
  await expect
    .poll(async () => {
      [last, now] = [now, await one.boundingBox()];
      return now !== null && JSON.stringify(last) === JSON.stringify(now);
    })
    .toBe(true);
  return now!;
}

/** Waits until what a change of width or theme has drawn anew is on the screen. */
export async function isDrawn({ page }: Person): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))');
}

/** The widest thing on the page in relation to the window: anything above zero scrolls sideways. */
export async function sidewaysScroll(person: Person, width: number): Promise<number> {
  const { page } = person;
  await page.setViewportSize({ width, height: 844 });
  await settles(person);
  return Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
}
