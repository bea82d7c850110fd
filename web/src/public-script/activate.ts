import { saveFile } from '../browser/save-file.ts';
import { writeText } from '../browser/storage.ts';
import { copyText } from './clipboard.ts';
import { buildVcard, type VcardContact, vcardFileName } from './vcard.ts';
import { record, whenSeen } from './visit.ts';

type Language = 'fr' | 'en';

export type ActivateOptions = {
  /** The id in /d/{id}, without `.html`. */
  readonly pageId: string;
  /** Switches the language of the surrounding application; by default the page is the whole document. */
  readonly onLanguage?: (language: Language) => void;
};

const said = {
  copied: { fr: 'Copié\u00a0: ', en: 'Copied: ' },
  notCopied: { fr: 'À copier\u00a0: ', en: 'To copy: ' },
  saved: { fr: 'Ouvrez le fichier pour ajouter le contact.', en: 'Open the file to add the contact.' },
};

/** How long a notice stays, in milliseconds: long enough to read a copied value. */
const noticeMs = 5000;

/**
 * Adds behaviour to a rendered public page (the element `.pp`): records the view and every tap, generates the vCard,
 * copies texts, switches the language. Everything else works without a script. Returns a function that stops it.
 */
export function activate(root: HTMLElement, options: ActivateOptions): () => void {
  const { pageId } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const notice = createNotice(root);
  hideBrokenPicture(root, signal);

  const stopWaiting = whenSeen(() => record(pageId, { type: 'VIEW' }));
  signal.addEventListener('abort', stopWaiting);

  const tapped = (event: MouseEvent) => {
    const surface = surfaceOf(event);
    if (!surface) return;
    const { click, field } = surface.dataset;
    if (click) record(pageId, { type: click, ...(field !== undefined && { customData: field }) });
    // The other buttons only open links elsewhere.
    if (event.type === 'click') act(surface, event);
  };
  const act = (surface: HTMLElement, event: MouseEvent) => {
    const { copy, contact, language } = surface.dataset;
    if (copy !== undefined) {
      void copyText(copy).then((done) => notice((done ? said.copied : said.notCopied)[languageOf(root)] + copy));
    }
    if (contact !== undefined) {
      saveContact(JSON.parse(contact));
      notice(said.saved[languageOf(root)]);
    }
    if (language === 'fr' || language === 'en') {
      event.preventDefault();
      writeText('local', 'language', language);
      (options.onLanguage ?? switchDocument)(language);
      // The clicked link is hidden now: focus its counterpart.
      root.querySelector<HTMLElement>(`[data-language]:not([data-language="${language}"])`)?.focus();
    }
  };
  root.addEventListener('click', tapped, { signal });
  root.addEventListener('auxclick', tapped, { signal });
  return () => stop.abort();
}

/** What was tapped, or clicked with the wheel. */
function surfaceOf({ target, type, button }: MouseEvent): HTMLElement | null {
  if (!(target instanceof Element) || (type === 'auxclick' && button !== 1)) return null;
  return target.closest<HTMLElement>('[data-click], [data-copy], [data-language]');
}

/** A picture that cannot be loaded gives way to the initials below it. */
function hideBrokenPicture(root: HTMLElement, signal: AbortSignal): void {
  const picture = root.querySelector<HTMLImageElement>('.pp-portrait img');
  if (!picture) return;
  const hide = () => {
    picture.hidden = true;
  };
  if (picture.complete && picture.naturalWidth === 0) hide();
  picture.addEventListener('error', hide, { signal });
}

function languageOf(root: HTMLElement): Language {
  return root.closest<HTMLElement>('[data-lang]')?.dataset.lang === 'en' ? 'en' : 'fr';
}

function switchDocument(language: Language): void {
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dataset.lang = language;
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

function saveContact(contact: VcardContact): void {
  saveFile(vcardFileName(contact.name), new Blob([buildVcard(contact)], { type: 'text/vcard;charset=utf-8' }));
}
