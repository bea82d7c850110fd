import type { ReactNode } from 'react';

export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  /** Text for type-ahead, if `label` is not plain text. */
  readonly textValue?: string;
  readonly className?: string;
  /** Address of a screen; an entry has either this or an action. */
  readonly to?: string;
  /** Runs on a press; if it fails, the menu shows a network error. */
  readonly onAction?: () => unknown;
}
