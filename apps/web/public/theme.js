// Runs before the first paint, so that a page in the dark theme never flashes white.
try {
  const root = document.documentElement;
  if (localStorage.getItem('theme') === 'dark') root.setAttribute('data-mantine-color-scheme', 'dark');
  const trend = localStorage.getItem('trend');
  if (trend === 'red-up' || trend === 'blue-orange') root.setAttribute('data-trend', trend);
} catch {
  // Storage may be switched off; the light theme is the default.
}
