import { useSyncExternalStore } from 'react';
import { writeText } from '../browser/storage.ts';

type Theme = 'light' | 'dark';

/* public/preferences.js has set data-theme before the first paint if somebody had chosen. */

const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function shownTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The theme on the screen: the chosen one, else the system's. */
export function useTheme(): Theme {
  return useSyncExternalStore(follow, shownTheme);
}

export function chooseTheme(theme: Theme): void {
  writeText('local', 'theme', theme);
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
