import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Person } from './person.ts';
import { isDrawn } from './settled.ts';

const STATES = ['loading', 'empty', 'one', 'many', 'error', 'no permission', 'long text'] as const;
export type State = (typeof STATES)[number];
export const WIDTHS = [320, 390, 768, 1440, 2560] as const;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

type Picture = { address: string; state: State; theme: Theme; width: number; file: string };

const FOLDER = fileURLToPath(new URL('../../test-results/pictures/', import.meta.url));
const HEIGHT = 900;
/** What lies further down of a long list looks like what lies above. */
const TALLEST = 2400;
/** Of a file, without what was looked at. */
const LONGEST_NAME = 60;

/** The pictures of one run, and the page that shows them. */
export class Album {
  readonly folder = FOLDER;
  private readonly pictures: Picture[] = [];

  /** Throws away what another run left, so that no picture is older than its neighbours. */
  opens(): void {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
  }

  async keeps(person: Person, address: string, state: State, theme: Theme, width: number): Promise<void> {
    const { page } = person;
    const place =
      address
        .replaceAll(/[^a-z0-9]+/gi, '-')
        .replaceAll(/^-|-$/g, '')
        .slice(0, LONGEST_NAME) || 'start';
    const file = `${[place, state.replace(' ', '-'), width, theme].join('_')}.jpeg`;
    // As a window of that height shows it: what sticks to an edge of the window is at the edge of the picture.
    const tall = Number(await page.evaluate('scrollTo(0, 0), document.documentElement.scrollHeight'));
    if (tall > HEIGHT) await page.setViewportSize({ width, height: Math.min(tall, TALLEST) });
    await isDrawn(person);
    await page.screenshot({ path: join(FOLDER, file), type: 'jpeg', quality: 70 });
    this.pictures.push({ address, state, theme, width, file });
  }

  /** One page with all of them, by address and state. */
  closes(): number {
    const addresses = [...new Set(this.pictures.map(({ address }) => address))].toSorted();
    const sections = addresses.map((address) => {
      const own = this.pictures.filter((one) => one.address === address);
      const states = STATES.filter((state) => own.some((one) => one.state === state));
      const rows = states.map((state) =>
        row(
          state,
          own.filter((one) => one.state === state),
        ),
      );
      return `<section id="${safe(address)}"><h2>${safe(address)}</h2>${rows.join('')}</section>`;
    });
    const list = addresses.map((address) => `<a href="#${safe(address)}">${safe(address)}</a>`).join(' ');
    writeFileSync(join(FOLDER, 'index.html'), `${HEAD}<nav>${list}</nav>${sections.join('\n')}`);
    return this.pictures.length;
  }
}

const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page in every state</title>
<style>body{font:14px sans-serif;margin:16px}nav a{margin-inline-end:8px}div{display:flex;gap:8px;overflow-x:auto;align-items:start}
figure{margin:0 0 16px;flex:none}img{height:480px;border:1px solid #999}</style><h1>Every page in every state</h1>`;

function row(state: State, pictures: readonly Picture[]): string {
  const figures = pictures.map(
    ({ file, theme, width }) =>
      `<figure><figcaption>${state}, ${width} px, ${theme}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt="${state}, ${width} px, ${theme}"></a></figure>`,
  );
  return `<h3>${state}</h3><div>${figures.join('')}</div>`;
}

function safe(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
