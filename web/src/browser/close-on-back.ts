/*
 * The browser's Back, and the gesture for it, closes the dialog or sheet that was opened last. Each open one therefore
 * has an entry in the browser's history, with the address and state of its screen, so that the router does not notice
 * it. If it closes in another way, its entry is removed.
 */

interface Part {
  readonly close: () => void;
  /** The router's key of the screen. */
  readonly screen: string;
}

const opened: Part[] = [];
/** Whether entries of closed parts are going. */
let going = false;
/** The router's key of the screen that it shows, if there is a router. */
let shown: string | undefined;

/** Open dialogs represented in the history, up to the current entry. */
const depth = (): number => history.state?.opened ?? 0;
/** The router's key of the current entry; the first one has none. */
const screen = (): string => history.state?.key ?? 'default';

/** To be called before the router listens, which would show the same screen again and forget where it was going. */
export function watchForBack(): void {
  window.addEventListener('popstate', arrive);
}

/** The router shows another screen. */
export function noteScreen(key: string): void {
  shown = key;
}

/**
 * Calls `close` when the visitor goes back.
 * @returns to be called when the part has closed, however it did
 */
export function closeOnBack(close: () => void): () => void {
  // A public page has no router.
  watchForBack();
  const part: Part = { close, screen: screen() };
  opened.push(part);
  settle();
  return () => {
    const at = opened.indexOf(part);
    if (at < 0) return;
    opened.splice(at, 1);
    // Later: another part may open in its place, or another screen.
    setTimeout(settle);
  };
}

/** Makes as many entries as parts are open. */
function settle(): void {
  const spare = depth() - opened.length;
  if (spare < 0) history.pushState({ ...history.state, opened: opened.length }, '');
  if (spare <= 0 || going) return;
  going = true;
  history.go(-spare);
}

function arrive(event: PopStateEvent): void {
  const last = opened.at(-1);
  if (going) {
    event.stopImmediatePropagation();
    // A screen that came meanwhile was left as well.
    if (shown !== undefined && shown !== screen()) {
      history.forward();
      return;
    }
    going = false;
  } else {
    // Gone back by more than a part, or forward.
    if (last === undefined || depth() >= opened.length || last.screen !== screen()) return;
    event.stopImmediatePropagation();
    opened.pop();
    last.close();
  }
  settle();
}
