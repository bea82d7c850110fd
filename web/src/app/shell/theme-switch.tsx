import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { writeText } from '../../browser/storage.ts';

type Theme = 'light' | 'dark';

/* public/preferences.js has set data-theme before the first paint if the user had chosen one. */

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Switches the theme. Everything that depends on it is in the style sheets: see `.when-dark`. */
function switchTheme(): void {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark';
  writeText('local', 'theme', theme);
  document.documentElement.dataset.theme = theme;
}

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
