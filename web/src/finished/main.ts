/*
 * The script of a finished page, all that is loaded with it. The application comes when somebody
 * reaches for a control, takes the page up as it stands, and is given the press that called it;
 * it comes at once where the page is not the one to be shown.
 */
import { bringLanguage } from './bring-language.ts';
import { leadsElsewhere } from './leads-elsewhere.ts';

const html = document.documentElement;
const CONTROL = 'a[href], button';

let starting: Promise<void> | undefined;
let alive = false;

function start(): Promise<void> {
  starting ??= import('../app/start.tsx')
    .then((application) => application.start())
    .then(
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

/** Whoever is signed in sees another page, and a page of last year says so. */
const isAnothers = () => html.dataset.session !== undefined || html.dataset.year !== `${new Date().getFullYear()}`;

if (isAnothers()) expectPress();
else if (html.lang !== html.dataset.language) bringLanguage(html.lang).catch(expectPress);
