/*
 * The script of a server-rendered (“finished”) page. It loads the application when the user interacts with a control;
 * the application hydrates the page and replays the click. It loads at once if the document is not the screen to
 * show, or if the screen has a form or loads data.
 */
import { loadLanguage } from '../browser/load-language.ts';
import { nextTurn } from '../browser/next-turn.ts';
import { startOrShowError } from '../browser/nothing-came.ts';
import { isNativeNavigation } from './native-navigation.ts';
import { askForScreen } from './send-first-query.ts';

const html = document.documentElement;
/** Parts of the document that depend on the language. */
const LANGUAGE_PARTS = ['title', 'meta[name="description"]', '#root'];
const CONTROL = 'a[href], button';

let starting: Promise<void> | undefined;
let alive = false;

function start(): Promise<void> {
  starting ??= startApplication().then(
    () => {
      alive = true;
    },
    (error: unknown) => {
      // The server-rendered page stays readable, and another click retries.
      starting = undefined;
      delete html.dataset.waiting;
      throw error;
    },
  );
  return starting;
}

async function startApplication(): Promise<void> {
  const application = await import('../app/start.tsx');
  // The code has just been evaluated: handle pending input first.
  await nextTurn();
  await application.start();
}

/** The click itself retries a failed preload and handles its errors. */
const expectPress = () => void start().catch(() => undefined);

function control(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROL) : null;
}

for (const type of ['pointerover', 'pointerdown', 'focusin']) {
  addEventListener(type, (event) => control(event) !== null && expectPress(), { passive: true });
}

addEventListener(
  'click',
  (event) => {
    const pressed = control(event);
    if (alive || pressed === null || isNativeNavigation(pressed, event)) return;
    event.preventDefault();
    start().then(
      () => pressed.click(),
      () => pressed instanceof HTMLAnchorElement && location.assign(pressed.href),
    );
  },
  { capture: true },
);

/** Let the document paint first; resources of the application load meanwhile. */
function afterFirstPaint(run: () => void): void {
  // Background tabs do not paint.
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

/** Preloads the texts of the chosen language; their addresses are only in the document, not in the code. */
function preloadTexts(texts: string): void {
  for (const href of JSON.parse(texts)[html.lang] ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
}

const { waiting, live, texts, year, language } = html.dataset;
/** A page rendered in a former year shows that year. */
const isOld = year !== `${new Date().getFullYear()}`;

if (live !== undefined) {
  askForScreen(html.dataset);
  if (texts !== undefined) preloadTexts(texts);
  afterFirstPaint(() => void startOrShowError(start));
} else if (waiting === 'reader' || isOld) expectPress();
if (waiting === 'language' && html.lang !== language) loadLanguage(html.lang, LANGUAGE_PARTS).catch(expectPress);
