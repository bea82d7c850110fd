import type { ReactNode } from 'react';

export interface MenuEntry {
  readonly id: string;
  readonly label: ReactNode;
  /** What typing the first letters looks for, where `label` is more than a text. */
  readonly textValue?: string;
  readonly className?: string;
  /** Address of a screen; an entry has this or an action. */
  readonly to?: string;
  /** What a press does; when it fails, the menu says that there was no answer. */
  readonly onAction?: () => unknown;
}
