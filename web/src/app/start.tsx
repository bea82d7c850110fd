import i18next from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { forgetEarlyAnswer } from '../api/early-answer.ts';
import { finishedLanguage } from '../browser/finished-page.ts';
import { watchForInstallOffer } from '../browser/install-offer.ts';
import { watchForMissingCode } from '../browser/missing-code.ts';
import { nextTurn } from '../browser/next-turn.ts';
import { loadTexts, startTexts } from '../i18n/i18n.ts';
import { codeToKeep } from '../offline/code-to-keep.ts';
import { currentSession, restoreSession } from '../session/session.ts';
import { pageSteps } from '../ui/page-steps.ts';
import { Application } from './application.tsx';
import { createRouter, firstScreen, showScreenTexts } from './router.tsx';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/screen-tokens.css';
import '../ui/base.css';
import '../ui/layout.css';
import '../ui/form.css';

/** Whether the document already is the screen to show: for a guest, in the chosen language. */
function isFinished(root: HTMLElement): boolean {
  return !root.inert && currentSession() === null && finishedLanguage() === i18next.language;
}

/** Starts the application in `#root`, or hydrates the server-rendered page in it. Resolves once it is interactive. */
export async function start(): Promise<void> {
  const html = document.documentElement;
  watchForMissingCode();
  watchForInstallOffer();
  codeToKeep.load = () =>
    Promise.all([import('../features/dashboard/dashboard-page.tsx'), import('../features/dashboard/share-dialog.tsx')]);
  pageSteps.load = async () => {
    const [part] = await Promise.all([import('../features/editor/page-steps.tsx'), loadTexts(['editing'])]);
    return part;
  };
  restoreSession();
  const texts = startTexts();
  // Meanwhile the router requests the screen's code. Both in one task would block a phone for more than 50 ms.
  const router = await nextTurn().then(createRouter);
  await Promise.all([texts, firstScreen(router)]);
  showScreenTexts(router);
  const [missing] = Object.values(router.state.errors ?? {});
  const served = finishedLanguage() !== undefined;
  // A readable server-rendered page is better than a message about missing code; any other screen shows the error.
  if (served && html.dataset.live === undefined && missing !== undefined) {
    router.dispose();
    throw missing;
  }

  // Meanwhile #root may have been replaced by one in another language.
  const root = document.getElementById('root');
  if (root === null) throw new Error('the document has no element #root');
  const finished = missing === undefined && isFinished(root);
  if (served) html.dataset.language = i18next.language;
  await new Promise<void>((alive) => {
    const application = (
      <Application onAlive={alive}>
        {/* Transitions render the former address in between, which would send queries for both addresses in turn. */}
        <RouterProvider router={router} useTransitions={false} />
      </Application>
    );
    // In a transition React renders in slices and handles input in between.
    startTransition(() => {
      if (finished) hydrateRoot(root, application);
      else createRoot(root).render(application);
    });
  });
  // The screen has sent its queries by the end of this task.
  setTimeout(forgetEarlyAnswer);
  root.inert = false;
  delete html.dataset.waiting;
}
