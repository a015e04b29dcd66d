import type { Plugin } from 'vite';

const FILE = /@mantine\/core\/styles\/default-css-variables\.layer\.css$/;
/** Palettes of Mantine that theme.ts has no use for: it has its own, and shares only dark and gray by name. */
const UNUSED =
  /--mantine-color-(?:red|pink|grape|violet|indigo|cyan|teal|lime|yellow|orange|green|blue)-[a-z\d-]+:[^;}]*;/g;

/** Leaves out of the first style sheet what Mantine says about colours that nothing here is painted in: two of its three kilobytes. */
export function usedColors(): Plugin {
  return {
    name: 'used-colors',
    enforce: 'pre',
    transform(code, id) {
      if (!FILE.test(id)) return null;
      const used = code.replaceAll(UNUSED, '');
      if (used.length === code.length) throw new Error('Mantine names its colours in another way now');
      return used;
    },
  };
}
