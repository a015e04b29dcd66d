import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { uiWords } from '@clearbook/contracts/words/ui';

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
/** Gain and loss stay apart for every kind of colour vision: a bluish green and a vermilion. */
const gain: MantineColorsTuple = [
  '#e8f7f1',
  '#d0eee2',
  '#a3dec7',
  '#70cba9',
  '#45b98f',
  '#1e9a70',
  '#08795a',
  '#066549',
  '#054f3a',
  '#033528',
];
const loss: MantineColorsTuple = [
  '#fdf1eb',
  '#fae0d3',
  '#f5bfa5',
  '#f09d77',
  '#ec8254',
  '#dc6130',
  '#b8440f',
  '#98370b',
  '#772b09',
  '#511c05',
];

const dialogStyles = {
  content: { backgroundColor: 'var(--surface)' },
  header: { backgroundColor: 'var(--surface)' },
  title: { fontSize: '1.0625rem', fontWeight: 650 },
};

const dialogProps = { overlayProps: { backgroundOpacity: 0.5 }, closeButtonProps: { 'aria-label': uiWords.close } };

export const theme = createTheme({
  colors: { ink, dark, gray, gain, loss },
  primaryColor: 'ink',
  primaryShade: 6,
  autoContrast: true,
  black: '#1c222a',
  fontFamily:
    "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, ...dialogProps }, styles: dialogStyles },
    Drawer: { defaultProps: dialogProps, styles: dialogStyles },
    // Inside a dialog Mantine's <header> is no landmark; said aloud it would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
  },
});

/** Our own tokens, named for what they mean; the rest of the styles use these and Mantine's. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f5f6f8',
    '--mantine-color-dimmed': '#586270',
    '--mantine-color-placeholder': '#68727f',
    '--mantine-color-error': '#b3261e',
    '--surface': '#ffffff',
    '--surface-2': '#f0f2f5',
    '--line': '#e1e5ea',
    '--gain': '#066549',
    '--loss': '#a23a0b',
    '--glow': '#fff1c2',
    '--accent-text': '#214c8f',
  },
  dark: {
    '--mantine-color-body': '#0f1318',
    '--mantine-color-dimmed': '#a1aab8',
    '--mantine-color-placeholder': '#8d97a6',
    '--mantine-color-error': '#ff9d92',
    // Mantine's own tints of these are nearly black on our dark surface.
    '--mantine-color-ink-light': '#1c2a40',
    '--mantine-color-ink-light-hover': '#233654',
    '--mantine-color-gain-light': '#12332a',
    '--mantine-color-gain-light-hover': '#174236',
    '--mantine-color-loss-light': '#3d2214',
    '--mantine-color-loss-light-hover': '#4d2b19',
    '--surface': '#181d24',
    '--surface-2': '#20262f',
    '--line': '#2d3540',
    '--gain': '#5fd0a6',
    '--loss': '#ff9a6b',
    '--glow': '#4a3f14',
    '--accent-text': '#92b4e6',
  },
});
