import { DEFAULT_LANGUAGE } from '@volant/proto/text/languages';
import { loadLanguage } from '../../browser/load-language.ts';
import { readText, writeText } from '../../browser/storage.ts';
import { keepOffline } from '../../offline/keep-offline.ts';
import { activate, offerPreferred } from './activate.ts';
import { sendLater } from './visit.ts';

const PARTS = ['title', 'meta[name="description"]', '.pp-sheet'];

async function onLanguage(language: string): Promise<void> {
  await loadLanguage(language, PARTS);
  writeText('local', 'language', language);
}

const root = document.querySelector<HTMLElement>('.pp');
const { dataset } = document.documentElement;
const pageId = document.body.dataset.page;
if (root && pageId) {
  activate(root, { pageId, onLanguage });
  const { waiting, language = '' } = dataset;
  // A link with a language chooses it, unless one was chosen before.
  if (!readText('local', 'language') && new URLSearchParams(location.search).get('lang') === language) {
    writeText('local', 'language', language);
  }
  if (waiting) {
    loadLanguage(waiting, PARTS).then(
      () => offerPreferred(root),
      () => delete dataset.waiting,
    );
  }
  sendLater();
  // After everything that the passenger sees.
  const keep = () => setTimeout(() => void keepOffline('/d/', addresses()));
  if (document.readyState === 'complete') keep();
  else addEventListener('load', keep);
}

/** Of this page: the plain one, and the one in the chosen language. */
function addresses(): readonly string[] {
  const { pathname } = location;
  const language = readText('local', 'language');
  return language === null || language === DEFAULT_LANGUAGE ? [pathname] : [pathname, `${pathname}?lang=${language}`];
}
