import './boot.ts';
import './styles-light.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followAppearance } from '../lib/appearance.ts';
import { App } from './app.tsx';

followAppearance();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
