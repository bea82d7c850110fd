import type { ReactNode } from 'react';
import { initialsOf } from './profile.ts';

/** From this length on a text about the trade would push the contacts below the fold. */
const shortBio = 90;

/** Names come in all lengths, cards in one: a long name is set smaller, a very long one smaller again. */
export function nameClass(name: string, short: number): string {
  if (name.length <= short) return 'pp-name';
  return name.length <= 2 * short ? 'pp-name pp-long' : 'pp-name pp-longer';
}

/** The photograph, or the initials where there is none or it cannot be loaded. */
export function Portrait({
  avatar,
  name,
  size,
}: {
  avatar: string | undefined;
  name: string;
  size: number;
}): ReactNode {
  return (
    <div className="pp-portrait">
      <span className="pp-initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
      {avatar && <img src={avatar} width={size} height={size} alt={name} fetchPriority="high" decoding="async" />}
    </div>
  );
}

/** The line about the trade; a long one opens on a tap and works without a script. */
export function Bio({ of }: { of: string }): ReactNode {
  if (of === '') return null;
  if (of.length <= shortBio && !of.includes('\n')) return <p className="pp-bio">{of}</p>;
  return (
    <details className="pp-bio">
      <summary>
        <span>{of}</span>
      </summary>
    </details>
  );
}
