import { beforeEach, describe, expect, it, vi } from 'vitest';
import { headScript } from './head-script.ts';

const root = document.documentElement;
const run = () => new Function(headScript)();

beforeEach(() => {
  localStorage.clear();
  root.lang = 'fr';
  root.dataset.lang = 'fr';
  delete root.dataset.theme;
});

describe('the script before the first paint', () => {
  it('applies the stored language and theme (acceptance 166)', () => {
    localStorage.language = 'en';
    localStorage.theme = 'dark';
    run();
    expect([root.lang, root.dataset.lang, root.dataset.theme]).toEqual(['en', 'en', 'dark']);
  });

  it.each(['', 'de', '<b>'])('keeps the server’s choice if %j is stored', (value) => {
    localStorage.language = value;
    localStorage.theme = value;
    run();
    expect([root.lang, root.dataset.lang, root.dataset.theme]).toEqual(['fr', 'fr', undefined]);
  });

  it('does nothing if storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(run).not.toThrow();
  });
});
