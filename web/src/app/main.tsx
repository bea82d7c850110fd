import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { restoreSession } from '../api/session.ts';
import { startTexts } from '../i18n/i18n.ts';
import { loadConfig } from './config.ts';
import { createRouter } from './router.tsx';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/form.css';

void loadConfig();
restoreSession();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

await startTexts();
createRoot(root).render(
  <StrictMode>
    {/* In a transition the former address is drawn in between, and queries would be asked for both, back and forth. */}
    <RouterProvider router={createRouter()} useTransitions={false} />
  </StrictMode>,
);
