import type { ReactNode } from 'react';

/** Background and icon of a custom item in its colour; without an icon, the colour alone. */
export function Chip({ icon, color }: { icon: string | undefined; color: string }): ReactNode {
  return (
    <span className={`pp-chip pp-${color.toLowerCase()}${icon === undefined ? ' pp-dot' : ''}`} aria-hidden="true">
      {icon !== undefined && <img src={icon} width="20" height="20" alt="" decoding="async" fetchPriority="low" />}
    </span>
  );
}
