import { LANGUAGES, languagesWith } from '@volant/proto/text/languages';
import { Check, Globe } from 'lucide-react';
import { useMatches } from 'react-router';
import { chooseLanguage } from '../i18n/i18n.ts';
import { textsOf } from '../i18n/route-texts.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { MenuButton, type MenuEntry } from './menu-button.tsx';

/** An entry for each language that has all texts of the screen. */
export function useLanguageEntries(): readonly MenuEntry[] {
  const { language: current } = useLocale();
  const texts = useMatches().flatMap(({ handle }) => textsOf(handle));
  return languagesWith('common', ...texts).map((language) => ({
    id: language,
    onAction: () => chooseLanguage(language),
    label: (
      <>
        <span lang={language}>{LANGUAGES[language].name}</span>
        {language === current && <Check aria-hidden="true" />}
      </>
    ),
  }));
}

export function LanguageMenu() {
  const { t, language: current } = useLocale();
  return (
    <MenuButton
      className="icon-button"
      label={t('shell.language', { name: LANGUAGES[current].name })}
      menuLabel={t('shell.languages')}
      selected={current}
      entries={useLanguageEntries()}
    >
      <Globe aria-hidden="true" />
      <span aria-hidden="true">{current.toUpperCase()}</span>
    </MenuButton>
  );
}
