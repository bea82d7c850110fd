import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { ClickType, Contact, Target } from './items.ts';
import { Text, texts } from './texts.tsx';
import { truncate } from './truncate.ts';

type SurfaceProps = {
  target: Target;
  click: ClickType;
  className: string;
  /** Name of the custom item, told along with its clicks. */
  field?: string | undefined;
  /** What a tap copies when the target is text; without it the surface is not tapped at all. */
  copies?: string | undefined;
  children: ReactNode;
};

/** What one taps: a plain link that works without a script, or a button that copies. */
export function Surface({ target, click, className, field, copies, children }: SurfaceProps): ReactNode {
  if (target.kind !== 'text') {
    const elsewhere = target.kind === 'web' ? { target: '_blank', rel: 'noopener' } : {};
    return (
      <a className={className} href={target.href} data-click={click} data-field={field} {...elsewhere}>
        {children}
      </a>
    );
  }
  if (copies === undefined) return <div className={className}>{children}</div>;
  return (
    <button type="button" className={className} data-click={click} data-field={field} data-copy={copies}>
      {children}
      <span className="pp-unseen">
        <Text of={texts.copy} />
      </span>
    </button>
  );
}

type ValueProps = {
  of: string;
  length: number;
  /** What a tap does where the value does not tell by itself. */
  tap?: 'opens' | 'copies';
};

/** A value cut to `length` for the eye, and whole for whoever listens, copies or has no script. */
export function Value({ of, length, tap }: ValueProps): ReactNode {
  const cut = shortened(of, length);
  return (
    <span className={tap === 'opens' ? 'pp-value pp-linked' : 'pp-value'} dir="auto">
      {tap === 'opens' && <Icon name="link" className="pp-icon pp-link" />}
      {cut === of ? (
        <span className="pp-cut">{of}</span>
      ) : (
        <>
          <span className="pp-cut" aria-hidden="true">
            {cut}
          </span>
          <span className="pp-full">{of}</span>
        </>
      )}
      {tap === 'copies' && <Icon name="copy" className="pp-icon pp-copies" />}
    </span>
  );
}

/** What the eye is shown of a value; every web address has a scheme. */
export function shortened(value: string, length: number): string {
  return truncate(value.replace(/^https?:\/\//i, ''), length);
}

/** The value of a contact: numbers and handles whole, because half of one is worth nothing. */
export function ContactValue({ of, length }: { of: Contact; length: number }): ReactNode {
  if (of.icon === 'email' || of.icon === 'website') return <Value of={of.value} length={length} />;
  return <span className="pp-value pp-whole">{of.value}</span>;
}
