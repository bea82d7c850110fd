import { Check, Globe } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/i18n.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import './menu.css';

/* A language is named in itself, whatever the present one. */
const names: Record<Language, string> = { fr: 'Français', en: 'English' };

export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current: Language = i18n.language === 'en' ? 'en' : 'fr';
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label={t('shell.language', { name: names[current] })}>
        <Globe aria-hidden="true" />
        <span aria-hidden="true">{current.toUpperCase()}</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu
          className="menu"
          aria-label={t('shell.languages')}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[current]}
          onAction={(key) => chooseLanguage(key === 'en' ? 'en' : 'fr')}
        >
          {LANGUAGES.map((language) => (
            <MenuItem key={language} id={language} className="menu__item" textValue={names[language]}>
              <span lang={language}>{names[language]}</span>
              {language === current && <Check aria-hidden="true" />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
