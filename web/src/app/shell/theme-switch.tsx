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
export function switchTheme(): void {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark';
  writeText('local', 'theme', theme);
  document.documentElement.dataset.theme = theme;
}

export function ThemeSwitch() {
  return (
    <button type="button" className="icon-button" onClick={switchTheme}>
      <ThemeLabel wordClass="visually-hidden" />
    </button>
  );
}

/** The labels of both themes, because a server-rendered page does not know its reader's theme. */
export function ThemeLabel({ wordClass }: { readonly wordClass?: string }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="when-light">
        <Moon aria-hidden="true" />
        <span className={wordClass}>{t('shell.toDark')}</span>
      </span>
      <span className="when-dark">
        <Sun aria-hidden="true" />
        <span className={wordClass}>{t('shell.toLight')}</span>
      </span>
    </>
  );
}
