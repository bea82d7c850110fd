import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { headersOf } from '../api/request-headers.ts';
import { chooseLanguage, loadTexts, showTexts, startTexts } from './i18n.ts';

const html = document.documentElement;

beforeEach(async () => {
  localStorage.clear();
  await startTexts();
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('a screen', () => {
  it('that lacks the chosen language is French, and so are refusals; the next one has it again', async () => {
    await loadTexts(['card']);
    await loadTexts(['reading']);
    await chooseLanguage('de');
    const seen = (['card', 'reading', 'card'] as const).map((group) => {
      showTexts([group]);
      return [i18next.language, html.lang, headersOf(undefined).get('Accept-Language')];
    });
    expect(seen).toEqual([
      ['de', 'de', 'de'],
      ['fr', 'fr', 'fr'],
      ['de', 'de', 'de'],
    ]);
    expect(i18next.t('shell.login')).toBe('Anmelden');
  });

  it('whose texts could not be loaded leaves the language as it is', async () => {
    await loadTexts(['card']);
    await chooseLanguage('de');
    showTexts(['card']);
    showTexts(['reading']);
    expect([i18next.language, i18next.t('shell.login')]).toEqual(['de', 'Anmelden']);
  });

  it('in Arabic is read from right to left', async () => {
    await chooseLanguage('ar');
    expect([html.lang, html.dir]).toEqual(['ar', 'rtl']);
    await chooseLanguage('en');
    expect([html.lang, html.dir]).toEqual(['en', 'ltr']);
  });
});

describe('the language', () => {
  async function languageAt(address: string, areas: ['page'] | ['reading'] = ['page']) {
    history.replaceState(null, '', address);
    vi.resetModules();
    const { languageFor } = await import('./language.ts');
    return languageFor(areas);
  }

  it.each([
    ['/login', null, 'fr'],
    ['/login?lang=ar', null, 'ar'],
    ['/login?lang=xx', null, 'fr'],
    ['/login?lang=ar', 'de', 'de'],
    ['/login?lang=ar', 'xx', 'ar'],
  ])('at %s is, if %s is remembered, %s', async (address, remembered, language) => {
    if (remembered !== null) localStorage.language = remembered;
    expect(await languageAt(address)).toBe(language);
  });

  it('of a link counts for a screen that lacks the remembered one', async () => {
    localStorage.language = 'de';
    expect(await languageAt('/tutorial?lang=en', ['reading'])).toBe('en');
    expect(await languageAt('/tutorial?lang=ar', ['reading'])).toBe('fr');
  });
});
