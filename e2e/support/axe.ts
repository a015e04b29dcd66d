import axe from 'axe-core';
import type { Page } from 'playwright-core';

export type Finding = {
  id: string;
  help: string;
  nodes: { target: string[]; html: string; failureSummary?: string }[];
};

/**
 * What axe finds on the page as it stands, by every rule that it has on. It is put into a page once, and asked for what is wrong alone: either
 * took as long as its rules do. There are no frames here that it would have to be put into.
 */
export async function axeFinds(page: Page): Promise<Finding[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  return page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)");
}
