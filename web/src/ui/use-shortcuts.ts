import { useEffect, useRef } from 'react';
import { readText, writeText } from '../browser/storage.ts';

const KEY = 'supportShortcuts';

export const areShortcutsOn = () => readText('local', KEY) !== 'off';

/** People who dictate text trigger single keys by accident, so shortcuts can be switched off (WCAG 2.1.4). */
export function switchShortcuts(on: boolean): void {
  writeText('local', KEY, on ? 'on' : 'off');
}

/** Keys belong to fields, menus and dialogs while these have the focus, not to boxes that are only ticked. */
const TAKES_KEYS = `input:not([type="checkbox"]):not([type="radio"]):not([type="file"]), textarea, [contenteditable],
  [popover], [role="dialog"], [role="alertdialog"]`;
/** Letters and digits that are typed in a select choose one of its options. */
const CHOOSES = /[\p{L}\p{N}]/u;

function takesKey(element: Element, key: string): boolean {
  return element.closest(TAKES_KEYS) !== null || (element.matches('select') && CHOOSES.test(key));
}

/** Whether somebody types in a field, menu or dialog, which a new part of the screen must not interrupt. */
export const isTyping = () => document.activeElement?.closest(TAKES_KEYS) != null;

/** Runs an action when its key is pressed alone. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
      if (event.target instanceof Element && takesKey(event.target, event.key)) return;
      const action = latest.current[event.key];
      if (action === undefined || !areShortcutsOn()) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
