import { useEffect, useRef } from 'react';
import { readText, writeText } from '../browser/storage.ts';

const KEY = 'supportShortcuts';

export const areShortcutsOn = () => readText('local', KEY) !== 'off';

/** People who dictate text trigger single keys by accident, so shortcuts can be switched off (WCAG 2.1.4). */
export function switchShortcuts(on: boolean): void {
  writeText('local', KEY, on ? 'on' : 'off');
}

/** Keys belong to fields, menus and dialogs while these have the focus. */
const TAKES_KEYS = 'input, select, textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Runs an action when its key is pressed alone. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null) return;
      const action = latest.current[event.key];
      if (action === undefined || !areShortcutsOn()) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
