import { writeText } from '../browser/storage.ts';

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
