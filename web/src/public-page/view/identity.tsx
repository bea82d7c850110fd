import type { ReactNode } from 'react';
import type { FittedName } from './name-fit.ts';
import { initialsOf } from './profile.ts';

/** A longer bio would push the contacts below the fold. */
const shownLines = 2;
/** Characters that fit on a line of the widest phone. From there on styles show the whole bio. */
const lineLength = 52;

interface IdentityProps {
  readonly as: 'h1' | 'h2';
  readonly of: FittedName;
  /** Names of more characters use a smaller font. */
  readonly short: number;
  readonly company: string;
}

/** The name, in the font size at which its widest word fits on a line, and the company. */
export function Identity({ as: Heading, of: { text, className }, short, company }: IdentityProps): ReactNode {
  return (
    <div className="pp-identity">
      <Heading className={`pp-name ${className}${text.length > short ? ' pp-long' : ''}`} dir="auto" translate="no">
        {text}
      </Heading>
      {company && (
        <p className="pp-company" dir="auto" translate="no">
          {company}
        </p>
      )}
    </div>
  );
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
