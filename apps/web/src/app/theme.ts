import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { frameWords } from '@clearbook/contracts/words/frame';

/** The one accent: a calm ink blue. White on shade 6 has a contrast of 6.3 to 1. */
const ink: MantineColorsTuple = [
  '#eff4fb',
  '#dbe6f6',
  '#b7cdec',
  '#92b4e6',
  '#7ba3e0',
  '#4678c3',
  '#2b5fae',
  '#214c8f',
  '#1a3c72',
  '#122b54',
];
const dark: MantineColorsTuple = [
  '#e8ebf0',
  '#c6ccd6',
  '#a1aab8',
  '#7f8a9a',
  '#39424f',
  '#2b323d',
  '#1b2129',
  '#11151b',
  '#0c1014',
  '#070a0d',
];
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e4e7ec',
  '#d5dae1',
  '#bfc6d0',
  '#98a2b0',
  '#68727f',
  '#4a535f',
  '#333b45',
  '#1c222a',
];
/**
 * Done and refused, of states and dangerous buttons. The colours of a price that moved are a choice of the person and stand in
 * tokens.css; these do not follow it.
 */
const gain: MantineColorsTuple = [
  '#e7f6ee',
  '#cdecdc',
  '#9fdabd',
  '#6ac59a',
  '#39ae79',
  '#17935f',
  '#067a4a',
  '#05603a',
  '#054f31',
  '#053321',
];
const loss: MantineColorsTuple = [
  '#fdeceb',
  '#fbd9d6',
  '#f6b3ad',
  '#f08b83',
  '#e9655b',
  '#dc4236',
  '#c3261a',
  '#a01d13',
  '#7f1a12',
  '#55160c',
];

const dialogStyles = {
  content: { backgroundColor: 'var(--surface)' },
  header: { backgroundColor: 'var(--surface)' },
  title: { fontSize: 'var(--text-lg)', fontWeight: 600 },
};

const dialogProps = { overlayProps: { backgroundOpacity: 0.5 }, closeButtonProps: { 'aria-label': frameWords.close } };

export const theme = createTheme({
  colors: { ink, dark, gray, gain, loss },
  primaryColor: 'ink',
  primaryShade: 6,
  autoContrast: true,
  black: '#1a2029',
  fontFamily: "Geist, 'Geist fallback', 'Geist fallback Android', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 600 } } },
    // The edge of a field has to be seen: three to one on every surface.
    // One with a mistake keeps the colour that says so.
    Input: {
      defaultProps: { size: 'sm' },
      styles: (_theme: unknown, { error }: { error?: unknown }) => ({
        wrapper: error ? {} : { '--input-bd': 'var(--line-strong)' },
      }),
    },
    InputWrapper: { styles: { label: { fontWeight: 500, marginBottom: 4 }, description: { color: 'var(--text-2)' } } },
    Modal: { defaultProps: { centered: true, ...dialogProps }, styles: dialogStyles },
    Drawer: { defaultProps: dialogProps, styles: dialogStyles },
    // Inside a dialog Mantine's <header> is no landmark; said aloud it would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
  },
});

/** Mantine's own names, told what ours mean; our tokens stand in tokens.css and follow the theme by themselves. */
const ours = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default-border': 'var(--line)',
};
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...ours, '--mantine-color-placeholder': '#68727f' },
  dark: {
    ...ours,
    '--mantine-color-placeholder': '#8d97a6',
    '--mantine-color-default': 'var(--surface-2)',
    '--mantine-color-default-hover': 'var(--surface-3)',
    '--mantine-color-default-color': 'var(--text)',
    // Mantine's own tints of these are nearly black on our dark surface.
    '--mantine-color-ink-light': '#1a2940',
    '--mantine-color-ink-light-hover': '#223553',
    '--mantine-color-gain-light': '#11301f',
    '--mantine-color-gain-light-hover': '#173f2a',
    '--mantine-color-loss-light': '#3b1b19',
    '--mantine-color-loss-light-hover': '#4b2320',
  },
});
