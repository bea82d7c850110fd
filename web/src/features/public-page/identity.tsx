import type { ReactNode } from 'react';
import { initialsOf } from './profile.ts';

/** More lines of a text about the trade would push the contacts below the fold. */
const shownLines = 2;
/** What fits a line of a narrow phone. */
const lineLength = 45;

/** A given name such as Anne-Sophie or Jean-Baptiste has room on a line; longer words have to break somewhere. */
const longestWhole = 14;

/** Names come in all lengths, cards in one: one of more than `short` characters is set smaller. */
export function Name({ as: Heading, of, short }: { as: 'h1' | 'h2'; of: string; short: number }): ReactNode {
  return (
    <Heading className={of.length <= short ? 'pp-name' : 'pp-name pp-long'} dir="auto">
      {withWholeNames(of)}
    </Heading>
  );
}

/** Puts a hyphen at which no line breaks between the parts of a given name. */
function withWholeNames(name: string): string {
  return name
    .split(' ')
    .map((word) => (word.length <= longestWhole ? word.replaceAll('-', '\u2011') : word))
    .join(' ');
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
