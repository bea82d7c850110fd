import type { ReactNode } from 'react';
import { initialsOf } from './profile.ts';

/** A longer bio would push the contacts below the fold. */
const shownLines = 2;
/** Characters that fit on a line of the widest phone. From there on styles show the whole bio. */
const lineLength = 52;

/**
 * Longest word that stays on one line, enough for a given name such as Anne-Sophie or Jean-Baptiste; longer words
 * must break.
 */
const longestWhole = 14;

/** Names of more than `short` characters use a smaller font. */
export function Name({ as: Heading, of, short }: { as: 'h1' | 'h2'; of: string; short: number }): ReactNode {
  return (
    <Heading className={of.length <= short ? 'pp-name' : 'pp-name pp-long'} dir="auto">
      {withWholeNames(of)}
    </Heading>
  );
}

/** Uses non-breaking hyphens within given names. */
function withWholeNames(name: string): string {
  return name
    .split(' ')
    .map((word) => (word.length <= longestWhole ? word.replaceAll('-', '\u2011') : word))
    .join(' ');
}

/** The photo, or the initials if there is none or it cannot be loaded. */
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

/** The bio; a long one expands on a tap, without a script. */
export function Bio({ of }: { of: string }): ReactNode {
  if (of === '') return null;
  const lines = of.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
  if (lines <= shownLines) {
    return (
      <p className="pp-bio" dir="auto">
        {of}
      </p>
    );
  }
  return (
    <details className="pp-bio">
      <summary>
        <span dir="auto">{of}</span>
      </summary>
    </details>
  );
}
