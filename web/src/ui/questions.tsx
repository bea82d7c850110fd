import { useEffect, useSyncExternalStore } from 'react';
import { askedNow, followQuestions } from './confirmed.ts';
import { lazyPart } from './lazy-part.tsx';

const QuestionDialog = lazyPart(() => import('./question-dialog.tsx'));

/** Renders the dialog of `confirmed` on every screen. */
export function Questions() {
  const asked = useSyncExternalStore(followQuestions, askedNow, () => undefined);
  // Nobody can answer any more.
  useEffect(() => () => askedNow()?.answer(false), []);
  return asked && <QuestionDialog asked={asked} />;
}
