import { bringLanguage } from '../browser/bring-language.ts';
import { writeText } from '../browser/storage.ts';
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
  const { waiting } = dataset;
  if (waiting) {
    bringLanguage(waiting, PARTS).then(
      () => offerPreferred(root),
      () => delete dataset.waiting,
    );
  }
}
