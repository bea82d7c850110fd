import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { currentSession, followSession, restoreSession } from '../api/session.ts';
import { startTexts } from '../i18n/i18n.ts';
import { loadConfig } from './config.ts';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/form.css';

void loadConfig();
restoreSession();

const queryClient = createQueryClient();
let token = currentSession()?.token;
followSession(() => {
  const next = currentSession()?.token;
  // What one person has read is not for the next.
  if (next !== token) queryClient.clear();
  token = next;
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

await startTexts();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
