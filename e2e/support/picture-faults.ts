import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { uiWords } from '@clearbook/contracts/words/ui';
import type { State } from './album.ts';
import type { Person } from './person.ts';

/** Scripts and styles are here, and what they draw stays as it is. */
const DRAWN = `(() => {
  const files = performance.getEntriesByType('resource').length;
  const words = (document.querySelector('main') ?? document.body).innerText;
  const same = document.readyState !== 'loading' && globalThis.lastDrawn === files + words && words !== '';
  globalThis.lastDrawn = files + words;
  return same;
})()`;
/** Looks in a row that find the same. */
const LOOKS = 3;

/** Waits until a page, whose answers may never come, changes no more. */
export async function comesToRest({ page }: Person): Promise<void> {
  let inARow = 0;
  const look = async (): Promise<number> => {
    inARow = (await page.evaluate(DRAWN).catch(() => false)) === true ? inARow + 1 : 0;
    return inARow;
  };
  await expect.poll(look, { message: page.url() }).toBeGreaterThanOrEqual(LOOKS);
}

/** What is wrong with the page as it stands. `asked` is how many answers it was refused or waits for. */
export async function wrongWith(page: Page, state: State, asked: number): Promise<string[]> {
  const wrong = await page.evaluate<string[]>(FAULTS);
  if (state === 'loading') wrong.push(...(await page.evaluate<string[]>(INVENTED)));
  if (state === 'error') {
    const ways = await page.getByRole('button', { name: uiWords.retry, exact: true }).filter({ visible: true }).count();
    if (asked > 0 && ways === 0) wrong.push('it failed, and nothing offers to try again');
    wrong.push(...(await page.evaluate<string[]>(DEAD_ENDS)));
  }
  return wrong;
}

/** Sideways scroll, and words of a button that its edge or a box within it cuts off. */
const FAULTS = `(() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const culprit = [...document.querySelectorAll('main *')].find((one) => one.getBoundingClientRect().right > innerWidth + 1);
    wrong.push('scrolls sideways by ' + (root.scrollWidth - innerWidth) + ': ' + (culprit?.outerHTML ?? '').slice(0, 160));
  }
  for (const button of document.querySelectorAll('button, [role="button"], [role="tab"], a[data-variant]')) {
    if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (walk.currentNode.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const text = range.getBoundingClientRect();
      // One pixel and less is what is kept for screen readers.
      if (text.width < 2 || text.height < 2) continue;
      for (let up = walk.currentNode.parentElement; up !== null; up = up === button ? null : up.parentElement) {
        const style = getComputedStyle(up);
        if (style.textOverflow === 'ellipsis' || style.clipPath !== 'none') break;
        if (up !== button && style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const box = up.getBoundingClientRect();
        if (text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 2 || text.bottom > box.bottom + 2) {
          wrong.push('cut off in a button: ' + walk.currentNode.data.trim().slice(0, 60));
          break;
        }
      }
    }
  }
  return [...new Set(wrong)].slice(0, 8);
})()`;

/** A figure that nobody can know yet. */
const INVENTED = `(() => {
  const text = (document.querySelector('main') ?? document.body).innerText;
  return [...new Set(text.match(/[−-]?\\$0\\.00\\b|\\b0(?:\\.0+)? ?%|\\bPage \\d+ of \\d+/g) ?? [])].map((figure) => 'a figure before its answer: ' + figure);
})()`;

/** Something says that it failed and has nothing to press. */
const DEAD_ENDS = `(() => {
  const failed = ${JSON.stringify(uiWords.loadFailed)};
  return [...document.querySelectorAll('[role="alert"]')]
    .filter((one) => one.checkVisibility() && one.innerText.includes(failed) && one.querySelector('button, a') === null)
    .map((one) => 'a failure without a way on: ' + one.innerText.slice(0, 120));
})()`;
