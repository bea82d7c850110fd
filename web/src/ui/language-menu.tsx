import { Check, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { MenuButton } from './menu-button.tsx';

/* Languages are named in themselves, regardless of the current one. */
const names: Record<Language, string> = { fr: 'Français', en: 'English' };

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current: Language = i18n.language === 'en' ? 'en' : 'fr';
  return (
    <MenuButton
      className="icon-button"
      label={t('shell.language', { name: names[current] })}
      menuLabel={t('shell.languages')}
      selected={current}
      entries={LANGUAGES.map((language) => ({
        id: language,
        textValue: names[language],
        onAction: () => chooseLanguage(language),
        label: (
          <>
            <span lang={language}>{names[language]}</span>
            {language === current && <Check aria-hidden="true" />}
          </>
        ),
      }))}
    >
      <Globe aria-hidden="true" />
      <span aria-hidden="true">{current.toUpperCase()}</span>
    </MenuButton>
  );
}
