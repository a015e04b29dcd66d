import './boot.ts';
import './styles-light.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followAppearance } from '../lib/appearance.ts';
import { listenForInstall } from '../lib/install-prompt.ts';
import { App } from './app.tsx';
import { printInLight } from './print.ts';
import { firstView } from './public-routes.tsx';

followAppearance();
listenForInstall();
printInLight();
const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// A page is drawn once, when what it begins with is here; until then the frame of index.html stands. Drawn as a transition, in steps
// short enough for a tap to come between.
void firstView(location.pathname).finally(() => startTransition(() => root.render(app)));
