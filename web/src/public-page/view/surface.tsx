import type { ClickType } from '@volant/proto/activity/click-types';
import { Fragment, type ReactNode } from 'react';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';
import type { ContactItem, CustomItem, Target } from './items.ts';
import { truncate } from './truncate.ts';

type SurfaceProps = {
  target: Target;
  click: ClickType;
  className: string;
  /** Name of the custom item, recorded with its clicks. */
  field?: string | undefined;
  /** Text that a tap copies if the target is text; without it the surface is not interactive. */
  copies?: string | undefined;
  /** Says to screen readers that a tap copies. */
  copy?: string;
  children: ReactNode;
};

/** An interactive surface: a plain link that works without a script, or a button that copies. */
export function Surface({ target, click, className, field, copies, copy, children }: SurfaceProps): ReactNode {
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
      <span className="pp-unseen">{copy}</span>
    </button>
  );
}

type CustomSurfaceProps = {
  of: CustomItem;
  length: number;
  copy: string;
  className: string;
};

/** A custom item: its label beside its chip, and its value. */
export function CustomSurface({ of, length, copy, className }: CustomSurfaceProps): ReactNode {
  const { name, label, value, target, icon, color } = of;
  return (
    <Surface target={target} click="CLICK_CUSTOM_FIELD" field={name} copies={value} copy={copy} className={className}>
      <span className="pp-label">
        <Chip icon={icon} color={color} />
        <bdi className="pp-item">{label}</bdi>
      </span>
      <Value of={value} length={length} tap={target.kind === 'text' ? 'copies' : 'opens'} />
    </Surface>
  );
}

/** Characters that fit on a line of every style. */
const fits = 16;

type ValueProps = {
  of: string;
  length: number;
  /** Action of a tap, if the value does not make it obvious. */
  tap?: 'opens' | 'copies';
  /** That of the text by default. */
  dir?: 'ltr';
};

/**
 * A value truncated to `length` visually, but whole for screen readers, which would read the parts of a breakable one
 * one by one, for copying and without a script. The element `bdi` keeps its direction to the text, so that it is
 * aligned like its label.
 */
export function Value({ of, length, tap, dir }: ValueProps): ReactNode {
  const cut = shortened(of, length);
  return (
    <span className={tap === 'opens' ? 'pp-value pp-linked' : 'pp-value'} translate="no">
      {tap === 'opens' && <Icon name="link" className="pp-icon pp-link" />}
      {cut === of && of.length <= fits ? (
        <bdi className="pp-cut" dir={dir}>
          {of}
        </bdi>
      ) : (
        <>
          <bdi className="pp-cut" dir={dir} aria-hidden="true">
            {breakable(cut)}
          </bdi>
          <bdi className="pp-full" dir={dir}>
            {of}
          </bdi>
        </>
      )}
      {tap === 'copies' && <Icon name="copy" className="pp-icon pp-copies" />}
    </span>
  );
}

/** Breaks after its signs where it is too wide, rather than within a word or right before its ellipsis. */
function breakable(cut: string): ReactNode {
  return cut.match(/[^./@_-]*[./@_-]+…?|[^./@_-]+/g)?.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state, and two may be the same
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
}

/** The visible text of a value, without the scheme that every web address has. */
export function shortened(value: string, length: number): string {
  return truncate(value.replace(/^https?:\/\//i, ''), length);
}

/** The value of a contact, from left to right in every language. Numbers and handles are never truncated. */
export function ContactValue({ of, length }: { of: ContactItem; length: number }): ReactNode {
  if (of.icon === 'email' || of.icon === 'website') return <Value of={of.value} length={length} dir="ltr" />;
  return (
    <span className="pp-value" translate="no">
      <bdi className="pp-whole" dir="ltr">
        {of.value}
      </bdi>
    </span>
  );
}
