/*
 * The script of a finished page. The application comes when somebody reaches for a control, takes the page
 * up as it stands, and is given the press that called it; it comes at once where the page is not the one to
 * be shown, and where there is something to type or to wait for.
 */
import { nextTurn } from '../browser/next-turn.ts';
import { openOrSay } from '../browser/nothing-came.ts';
import { askForScreen } from './ask-early.ts';
import { bringLanguage } from './bring-language.ts';
import { leadsElsewhere } from './leads-elsewhere.ts';

const html = document.documentElement;
const CONTROL = 'a[href], button';

let starting: Promise<void> | undefined;
let alive = false;

function start(): Promise<void> {
  starting ??= startApplication().then(
    () => {
      alive = true;
    },
    (error: unknown) => {
      // The finished page can still be read, and another press tries again.
      starting = undefined;
      delete html.dataset.waiting;
      throw error;
    },
  );
  return starting;
}

async function startApplication(): Promise<void> {
  const application = await import('../app/start.tsx');
  // Its code has just been run: what was pressed or typed meanwhile comes first.
  await nextTurn();
  await application.start();
}

/** What fails here is tried again at the press, which then has a way of its own. */
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
    if (alive || pressed === null || leadsElsewhere(pressed, event)) return;
    event.preventDefault();
    start().then(
      () => pressed.click(),
      () => pressed instanceof HTMLAnchorElement && location.assign(pressed.href),
    );
  },
  { capture: true },
);

/** What is painted first is the document's; what the application needs is fetched meanwhile. */
function afterFirstPaint(run: () => void): void {
  // A tab in the background paints nothing.
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}

/** The texts of the language that is to be shown: the document alone names them, not the code. */
function preloadTexts(texts: string): void {
  for (const href of JSON.parse(texts)[html.lang] ?? []) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
}

const { waiting, live, texts, year, language } = html.dataset;
/** A page of last year says so. */
const isOld = year !== `${new Date().getFullYear()}`;

if (live !== undefined) {
  askForScreen(html.dataset);
  if (texts !== undefined) preloadTexts(texts);
  afterFirstPaint(() => void openOrSay(start));
} else if (waiting === 'reader' || isOld) expectPress();
if (waiting === 'language' && html.lang !== language) bringLanguage(html.lang).catch(expectPress);
