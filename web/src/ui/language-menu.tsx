import { EVERYTHING, LANGUAGES, languagesWith } from '@volant/proto/text/languages';
import { Check, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { MenuButton } from './menu-button.tsx';

/** Languages of the whole product. Others can be chosen where they are spoken, on the public page. */
const complete = languagesWith(...EVERYTHING);

export function LanguageMenu() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <MenuButton
      className="icon-button"
      label={t('shell.language', { name: LANGUAGES[current].name })}
      menuLabel={t('shell.languages')}
      selected={current}
      entries={[...new Set([...complete, current])].map((language) => ({
        id: language,
        onAction: () => chooseLanguage(language),
        label: (
          <>
            <span lang={language}>{LANGUAGES[language].name}</span>
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
