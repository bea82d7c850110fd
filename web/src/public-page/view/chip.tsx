import type { ReactNode } from 'react';
import { firstCharacter } from './truncate.ts';

/** Background and icon of a custom item in its colour; without an icon, the first letter of its name. */
export function Chip({ icon, color, name }: { icon: string | undefined; color: string; name: string }): ReactNode {
  return (
    <span className={`pp-chip pp-${color.toLowerCase()}`} aria-hidden="true">
      {icon === undefined ? (
        firstCharacter(name).toUpperCase()
      ) : (
        <img src={icon} width="20" height="20" alt="" decoding="async" fetchPriority="low" />
      )}
    </span>
  );
}
