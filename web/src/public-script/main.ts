import { bringLanguage } from '../browser/bring-language.ts';
import { readText, writeText } from '../browser/storage.ts';
import { activate, offerPreferred } from './activate.ts';

const PARTS = ['title', 'meta[name="description"]', '.pp-sheet'];

async function onLanguage(language: string): Promise<void> {
  await bringLanguage(language, PARTS);
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
    bringLanguage(waiting, PARTS).then(
      () => offerPreferred(root),
      () => delete dataset.waiting,
    );
  }
}
