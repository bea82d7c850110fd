import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { switchTheme } from '../theme.ts';

/** Carries what it does in either theme, as a finished page does not know in which one it will be read. */
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
