// Runs before the first paint, so that a page in the dark theme never flashes white.
try {
  const root = document.documentElement;
  const system = localStorage.getItem('theme-from') === 'system';
  const dark = system ? matchMedia('(prefers-color-scheme: dark)').matches : localStorage.getItem('theme') === 'dark';
  if (dark) root.setAttribute('data-mantine-color-scheme', 'dark');
  const trend = localStorage.getItem('trend');
  if (trend === 'red-up' || trend === 'blue-orange') root.setAttribute('data-trend', trend);
} catch {
  // Storage may be switched off; the light theme is the default.
}
