import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchFirst } from './fetch-first.ts';
import { codeSplitting, firstViews } from './first-view.ts';
import { serviceWorker } from './service-worker.ts';
import { usedColors } from './used-colors.ts';
import { usedMessages } from './used-messages.ts';

const API = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), fetchFirst(), firstViews(), serviceWorker(), usedColors(), usedMessages()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: API, ws: true }, '/favicon': API, '/chart-frame': API, '/log': API },
  },
  // The browser's check of files and receipts (features/verify): one file, which the content security policy lets only this site give.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // The content security policy allows files of our own origin and no data: addresses for scripts or styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: codeSplitting(),
      },
      treeshake: {
        // The contracts build schemas while they load and change nothing else, so a schema nobody uses can be left out.
        moduleSideEffects: [{ test: /packages\/contracts\//, sideEffects: false }],
      },
    },
  },
});
