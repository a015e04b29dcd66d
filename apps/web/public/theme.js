// Runs before the first paint, so that a page in the dark theme never flashes white.
try {
  if (localStorage.getItem('theme') === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
} catch {
  // Storage may be switched off; the light theme is the default.
}
