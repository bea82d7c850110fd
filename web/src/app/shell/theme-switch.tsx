import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { switchTheme } from '../theme.ts';

/** Contains the labels of both themes, because a server-rendered page does not know its reader's theme. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  return (
    <button type="button" className="icon-button" onClick={switchTheme}>
      <span className="when-light">
        <Moon aria-hidden="true" />
        <span className="visually-hidden">{t('shell.toDark')}</span>
      </span>
      <span className="when-dark">
        <Sun aria-hidden="true" />
        <span className="visually-hidden">{t('shell.toLight')}</span>
      </span>
    </button>
  );
}
