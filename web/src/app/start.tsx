import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { forgetEarlyAnswer } from '../api/early-answer.ts';
import { currentSession, restoreSession } from '../api/session.ts';
import { finishedLanguage } from '../browser/finished-page.ts';
import { watchForMissingCode } from '../browser/missing-code.ts';
import { nextTurn } from '../browser/next-turn.ts';
import { startTexts } from '../i18n/i18n.ts';
import { chosenLanguage } from '../i18n/language.ts';
import { Application } from './application.tsx';
import { createRouter, firstScreen } from './router.tsx';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/form.css';

/** Whether the document is the very screen that is to be shown: of a guest, in their language. */
function isFinished(root: HTMLElement): boolean {
  return !root.inert && currentSession() === null && finishedLanguage() === chosenLanguage();
}

/** Starts the application in `#root`, or brings the finished page in it to life. Resolves once it answers. */
export async function start(): Promise<void> {
  const html = document.documentElement;
  watchForMissingCode();
  restoreSession();
  const texts = startTexts();
  // The router asks for the code of the screen meanwhile. Both at once would keep a phone for more than 50 ms.
  const router = await nextTurn().then(createRouter);
  await Promise.all([texts, firstScreen(router)]);
  const [missing] = Object.values(router.state.errors ?? {});
  const served = finishedLanguage() !== undefined;
  // A page that is read as it stands is better than the word that its code is missing; any other screen says so.
  if (served && html.dataset.live === undefined && missing !== undefined) {
    router.dispose();
    throw missing;
  }

  // Another may have come in the place of the first meanwhile, in another language.
  const root = document.getElementById('root');
  if (root === null) throw new Error('the document has no element #root');
  const finished = missing === undefined && isFinished(root);
  if (served) html.dataset.language = chosenLanguage();
  await new Promise<void>((alive) => {
    const application = (
      <Application onAlive={alive}>
        {/* In a transition the former address is drawn in between, and queries would be asked for both, back and forth. */}
        <RouterProvider router={router} useTransitions={false} />
      </Application>
    );
    // In a transition React draws in slices and lets what was pressed or typed come in between.
    startTransition(() => {
      if (finished) hydrateRoot(root, application);
      else createRoot(root).render(application);
    });
  });
  // The screen has asked for what it shows, at the latest by the end of this turn.
  setTimeout(forgetEarlyAnswer);
  root.inert = false;
  delete html.dataset.waiting;
}
