import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import './button.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-card' | 'outline-on-card';

const classOf = (look: ButtonLook, extra: string | undefined) => `btn btn--${look}${extra ? ` ${extra}` : ''}`;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  /** A pending action: the button stays focusable and announces it, but ignores presses. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'primary', busy = false, type = 'button', className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy && type === 'submit' ? 'button' : type}
      className={classOf(look, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  );
}

interface ButtonLinkProps extends LinkProps {
  readonly look?: ButtonLook;
  readonly children: ReactNode;
}

/** A link to another screen, styled as a button. */
export function ButtonLink({ look = 'primary', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classOf(look, className)} />;
}

interface ExternalButtonProps {
  readonly href: string;
  readonly look?: ButtonLook;
  readonly children: ReactNode;
  readonly className?: string;
}

/** An external link in a new tab, styled as a button. */
export function ExternalButton({ href, look = 'primary', children, className }: ExternalButtonProps) {
  return (
    <a href={href} target="_blank" rel="noopener" className={classOf(look, className)}>
      {children}
    </a>
  );
}
