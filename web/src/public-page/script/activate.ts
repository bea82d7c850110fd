import { copyText } from '../../browser/clipboard.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { RideWay } from '../view/ride.tsx';
import { forgetRide, lastRide, rememberRide } from './last-rides.ts';
import { messageNow, shareMessage } from './message-now.ts';
import { preferredLanguage } from './preferred-language.ts';
import type { Ride, RideTexts } from './ride-message.ts';
import { buildVcard, type VcardContact, type VcardPhoto, vcardFileName, vcardPhoto } from './vcard.ts';
import { record, whenSeen } from './visit.ts';

export type ActivateOptions = {
  /** The id in /d/{id}, without `.html`. */
  readonly pageId: string;
  /** Switches the language of the page. If this fails, the page stays unchanged, and another press retries. */
  readonly onLanguage: (language: string) => Promise<void>;
};

/** Texts of the form for a ride, except the French ones, which it contains. */
const rideTexts = import.meta.glob<RideTexts>(['./texts/ride.*.json', '!./texts/ride.fr.json'], { import: 'default' });

/** How long a notice stays, in milliseconds: long enough to read a copied value. */
const noticeMs = 5000;
const photoWithinMs = 3000;

/**
 * Adds behaviour to a rendered public page (the element `.pp`): records the view and every tap, generates the vCard,
 * copies texts, switches the language. Everything else works without a script. Returns a function that stops it.
 */
export function activate(root: HTMLElement, options: ActivateOptions): () => void {
  const { pageId, onLanguage } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const notice = createNotice(root);
  hideBrokenPicture(root, signal);
  closeLanguages(root, signal);
  offerPreferred(root);

  const stopWaiting = whenSeen(() => record(pageId, { type: 'VIEW' }));
  signal.addEventListener('abort', stopWaiting);

  const tapped = (event: MouseEvent) => {
    const surface = surfaceOf(event);
    if (!surface) return;
    const { click, field, ride, voucher } = surface.dataset;
    if (ride !== undefined && event.type === 'click') {
      event.preventDefault();
      void askForRide(surface, ride, voucher);
      return;
    }
    if (click) record(pageId, { type: click, ...(field !== undefined && { customData: field }) });
    // The other buttons only open links elsewhere.
    if (event.type === 'click') act(surface, event);
  };
  const act = (surface: HTMLElement, event: MouseEvent) => {
    const { copy, contact, language, now } = surface.dataset;
    const { copied, notCopied, saved } = textsOf(root);
    if (now !== undefined) openNow(surface as HTMLAnchorElement, event);
    if (copy !== undefined) void copyText(copy).then((done) => notice((done ? copied : notCopied) + copy));
    if (contact !== undefined) {
      if (!savesFiles(navigator.userAgent)) return notice(saved ?? '');
      event.preventDefault();
      void saveContact(JSON.parse(contact)).then(() => notice(saved ?? ''));
    }
    if (language !== undefined) {
      event.preventDefault();
      void onLanguage(language).then(
        () => {
          offerPreferred(root);
          // The clicked link is gone.
          root.querySelector<HTMLElement>('.pp-language')?.focus();
        },
        () => undefined,
      );
    }
  };
  const openNow = (link: HTMLAnchorElement, event: MouseEvent) => {
    // The page may stay open: the next tap has another hour.
    const { href } = link;
    link.href = messageNow(href);
    const text = decodeURIComponent(link.href.split('body=')[1] ?? '');
    setTimeout(() => link.setAttribute('href', href));
    // Phones without a share sheet, such as browsers inside other apps, open an SMS.
    if (link.dataset.now !== 'share' || (!('share' in navigator) && isTouched())) return;
    event.preventDefault();
    const { copied, notCopied } = textsOf(root);
    void shareMessage(text).then((done) => done !== undefined && notice(((done ? copied : notCopied) ?? '') + text));
  };
  const askForRide = async (opener: HTMLElement, ride: string, voucher: string | undefined) => {
    try {
      // Both at once, so that nobody waits for one after the other.
      const last = lastRide(pageId);
      const onForget = () => forgetRide(pageId);
      const [{ openRideSheet }, texts, again] = await Promise.all([
        import('./ride-sheet.ts'),
        rideTexts[`./texts/ride.${document.documentElement.lang}.json`]?.(),
        last && import('./again.ts').then(({ againChoices }) => againChoices({ ride: last, onForget })),
      ]);
      const onWay = ({ click }: RideWay, ride: Ride) => {
        record(pageId, { type: click });
        rememberRide(pageId, ride);
      };
      openRideSheet({
        root,
        opener,
        ways: JSON.parse(ride),
        voucher,
        texts,
        again,
        onWay,
      });
    } catch {
      // The code cannot be fetched, or the browser is too old for it: the link itself leads to the driver.
      delete opener.dataset.ride;
      opener.click();
      opener.dataset.ride = ride;
    }
  };
  root.addEventListener('click', tapped, { signal });
  root.addEventListener('auxclick', tapped, { signal });
  return () => stop.abort();
}

/** What was tapped, or clicked with the wheel. */
function surfaceOf({ target, type, button }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || (type === 'auxclick' && button !== 1)) return null;
  // The element `html` tells its language, too.
  return target.closest<HTMLElement>('[data-click], [data-copy], [data-now], a[data-language]');
}

/** The switch shows the language that the browser prefers, and folds the others. */
export function offerPreferred(root: HTMLElement): void {
  const links = [...root.querySelectorAll<HTMLElement>('[data-language]')];
  const preferred = preferredLanguage(links.map(({ dataset }) => dataset.language ?? ''));
  const link = links.find(({ dataset }) => dataset.language === preferred);
  const [first] = links;
  const list = link?.parentElement;
  if (!list || first === undefined || link === first) return;
  first.replaceWith(link);
  list.prepend(first);
}

/** The list of languages closes like a menu. */
function closeLanguages(root: HTMLElement, signal: AbortSignal): void {
  const opened = () => root.querySelector<HTMLDetailsElement>('.pp-languages [open]');
  const onClick = ({ target }: Event) => {
    const list = opened();
    if (list && !(target instanceof Node && list.contains(target))) list.open = false;
  };
  document.addEventListener('click', onClick, { signal });
  const onKey = ({ key }: KeyboardEvent) => {
    const list = opened();
    if (key !== 'Escape' || !list) return;
    list.open = false;
    list.querySelector('summary')?.focus();
  };
  document.addEventListener('keydown', onKey, { signal });
}

/** A picture that cannot be loaded gives way to the initials below it. */
function hideBrokenPicture(root: HTMLElement, signal: AbortSignal): void {
  const picture = root.querySelector<HTMLImageElement>('.pp-portrait img');
  if (picture?.complete && picture.naturalWidth === 0) picture.hidden = true;
  const hide = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.closest('.pp-portrait')) target.hidden = true;
  };
  // Captured, because the event does not bubble and the picture may be replaced.
  root.addEventListener('error', hide, { signal, capture: true });
}

/** A phone, which can send an SMS. */
function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

function textsOf(root: HTMLElement): DOMStringMap {
  return root.querySelector<HTMLElement>('.pp-sheet')?.dataset ?? {};
}

function createNotice(root: HTMLElement): (text: string) => void {
  const line = root.querySelector<HTMLElement>('[role=status]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    if (!line) return;
    clearTimeout(timer);
    line.textContent = text;
    timer = setTimeout(() => {
      line.textContent = '';
    }, noticeMs);
  };
}

/** Browsers inside other apps offer no files made by a page. There the link downloads the same file from the server. */
export function savesFiles(userAgent: string): boolean {
  const isApp = ['; wv)', 'FBAN/', 'FBAV/', 'Instagram'].some((sign) => userAgent.includes(sign));
  // On iOS only the browsers themselves name Safari.
  return !isApp && (!userAgent.includes('Mobile/') || userAgent.includes('Safari/'));
}

async function saveContact(contact: VcardContact): Promise<void> {
  const file = buildVcard(contact, await photoOf(contact));
  saveFile(vcardFileName(contact), new Blob([file], { type: 'text/vcard;charset=utf-8' }));
}

/** The photo that the page shows, usually from the browser's cache; the contact does without it rather than wait. */
async function photoOf({ photo }: VcardContact): Promise<VcardPhoto | undefined> {
  if (photo === '') return undefined;
  try {
    const answer = await fetch(photo, { signal: AbortSignal.timeout(photoWithinMs) });
    if (!answer.ok) return undefined;
    return vcardPhoto(new Uint8Array(await answer.arrayBuffer()), answer.headers.get('content-type') ?? '');
  } catch {
    return undefined;
  }
}
