import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { queryClient } from '../lib/query-client.ts';
import { colorSchemeManager } from './color-scheme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { styleNonce } from './nonce.ts';
import { PublicRoutes } from './public-routes.tsx';
import { SiteSettings } from './site-settings.tsx';
import { cssVariables, theme } from './theme.ts';

const colorScheme = colorSchemeManager();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="light"
      getStyleNonce={() => styleNonce}
      withStaticClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <BrowserRouter>
            <SiteSettings />
            <PublicRoutes />
          </BrowserRouter>
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}
