import { decoded } from '@volant/proto/contact/plain-text';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import * as v from 'valibot';
import { parsed } from '../../api/parsed.ts';
import { finishedLanguage } from '../../browser/finished-page.ts';
import { isSameScreen } from '../../browser/same-screen.ts';
import { scrollBehavior } from '../../browser/scroll-behavior.ts';
import { readJson, writeJson } from '../../browser/storage.ts';

const KEY = 'scroll';
const MAX_POSITIONS = 50;
/** Milliseconds that a loading screen has to grow to its saved scroll position. */
const GROWTH_MS = 1_500;

const positions = new Map(parsed(v.array(v.tuple([v.string(), v.number()])), readJson('session', KEY)));

/** Whether the document was opened by an address or a link, and neither reloaded nor returned to. */
function isOpenedAnew(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'navigate';
}

/** Scrolls to `top` at once, and again when the document is tall enough. */
function restore(top: number): () => void {
  window.scrollTo({ top, behavior: 'instant' });
  if (Math.abs(window.scrollY - top) < 2) return () => {};
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
  const timer = setTimeout(stop, GROWTH_MS);
  // Manual scrolling cancels the restoration.
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchstart', stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

/** New screens start at the top, anchors at their target, Back and Forward at the former position. */
export function useScroll(): void {
  const location = useLocation();
  // The first location of every document has the same key.
  const place = `${location.key} ${location.pathname}`;
  const type = useNavigationType();
  const first = useRef(true);

  useEffect(() => {
    const by = (whom: ScrollRestoration) => () => {
      window.history.scrollRestoration = whom;
    };
    const [byUs, byBrowser] = [by('manual'), by('auto')];
    byUs();
    // The browser restores the position of a server-rendered page sooner than the application could.
    window.addEventListener('pagehide', byBrowser);
    window.addEventListener('pageshow', byUs);
    return () => {
      window.removeEventListener('pagehide', byBrowser);
      window.removeEventListener('pageshow', byUs);
    };
  }, []);

  // Save on every scroll event rather than on scrollend: a user who leaves right after scrolling would otherwise
  // return to where the movement began. Runs in the layout phase, before the effect below scrolls, so that its
  // movement is not saved for the previous screen.
  useLayoutEffect(() => {
    const note = () => {
      positions.delete(place);
      positions.set(place, window.scrollY);
    };
    const save = () => writeJson('session', KEY, [...positions].slice(-MAX_POSITIONS));
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', save);
    };
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the navigation
  useLayoutEffect(() => {
    const start = first.current;
    first.current = false;
    if (start && finishedLanguage() !== undefined) {
      // The reader may have scrolled before the application loaded.
      positions.set(place, window.scrollY);
      return undefined;
    }
    if (start && isOpenedAnew()) positions.delete(place);
    const saved = positions.get(place);
    if ((type === 'POP' || start) && saved !== undefined) return restore(saved);
    if (isSameScreen(location.state)) return undefined;
    scrollToBeginning(location.hash, start);
    return undefined;
  }, [location.key]);
}

/** To the part of the screen that the hash names, or to its top. */
function scrollToBeginning(hash: string, start: boolean): void {
  const target = hash === '' ? null : document.getElementById(decoded(hash.slice(1)));
  if (target !== null) target.scrollIntoView({ behavior: start ? 'instant' : scrollBehavior() });
  else if (!start) window.scrollTo({ top: 0, behavior: scrollBehavior() });
}
