const ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is white: whatever the theme, a page is printed in the light one and is as it was afterwards. */
export function printInLight(root: HTMLElement = document.documentElement): void {
  let before: string | null = null;
  globalThis.addEventListener('beforeprint', () => {
    before = root.getAttribute(ATTRIBUTE);
    if (before !== null) root.setAttribute(ATTRIBUTE, 'light');
  });
  globalThis.addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(ATTRIBUTE, before);
    before = null;
  });
}
