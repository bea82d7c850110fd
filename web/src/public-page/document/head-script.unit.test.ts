import { beforeEach, describe, expect, it, vi } from 'vitest';
import { headScript } from './head-script.ts';

const root = document.documentElement;
const run = () => new Function(headScript)();

beforeEach(() => {
  localStorage.clear();
  root.lang = 'fr';
  delete root.dataset.waiting;
  delete root.dataset.theme;
});

describe('the script before the first paint', () => {
  it('applies the stored theme, and hides the page until it comes in the stored language', () => {
    localStorage.language = 'en';
    localStorage.theme = 'dark';
    run();
    expect([root.lang, root.dataset.waiting, root.dataset.theme]).toEqual(['fr', 'en', 'dark']);
  });

  it.each(['', 'fr', 'xx', '<b>'])('keeps the server’s choice if %j is stored', (value) => {
    localStorage.language = value;
    localStorage.theme = value;
    run();
    expect([root.lang, root.dataset.waiting, root.dataset.theme]).toEqual(['fr', undefined, undefined]);
  });

  it('does nothing if storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(run).not.toThrow();
  });
});
