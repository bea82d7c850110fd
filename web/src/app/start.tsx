import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { currentSession, restoreSession } from '../api/session.ts';
import { finishedLanguage } from '../browser/finished-page.ts';
import { watchForMissingCode } from '../browser/missing-code.ts';
import { startTexts } from '../i18n/i18n.ts';
import { chosenLanguage } from '../i18n/language.ts';
import { Application } from './application.tsx';
import { loadConfig } from './config.ts';
import { createRouter, loadScreen } from './router.tsx';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/form.css';

/** Whether the document is the very screen that is to be shown: of a guest, in their language. */
function isFinished(): boolean {
  return currentSession() === null && finishedLanguage() === chosenLanguage();
}

/** Starts the application in `#root`, or brings the finished page in it to life. Resolves once it answers. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the document has no element #root');
  watchForMissingCode();
  restoreSession();
  const finished = isFinished();
  const served = finishedLanguage() !== undefined;
  const site = loadConfig();
  await Promise.all([startTexts(), served ? Promise.all([loadScreen(), site]) : undefined]);
  const router = createRouter(served ? await site : undefined);
  await new Promise<void>((alive) => {
    const application = (
      <Application onAlive={alive}>
        {/* In a transition the former address is drawn in between, and queries would be asked for both, back and forth. */}
        <RouterProvider router={router} useTransitions={false} />
      </Application>
    );
    if (finished) hydrateRoot(root, application);
    else createRoot(root).render(application);
  });
  delete document.documentElement.dataset.waiting;
}
