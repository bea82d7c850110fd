import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import './button.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'on-card' | 'outline-on-card';

const classOf = (look: ButtonLook, extra: string | undefined) => `btn btn--${look}${extra ? ` ${extra}` : ''}`;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly icon?: LucideIcon;
  /** A pending action: the button stays focusable and announces it, but ignores presses. */
  readonly busy?: boolean;
  /** Nothing to do yet: the button stays focusable, but ignores presses. */
  readonly idle?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { look = 'primary', busy = false, idle = false, type = 'button', icon: Icon, children, ...others } = props;
  const { className, onClick, ...rest } = others;
  const off = busy || idle;
  return (
    <button
      {...rest}
      type={off && type === 'submit' ? 'button' : type}
      className={classOf(look, className)}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      onClick={off ? undefined : onClick}
    >
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: LucideIcon;
  /** Accessible name. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button without words. */
export function IconButton({ icon: Icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" className={`icon-button ${className}`} aria-label={label}>
      <Icon aria-hidden="true" />
    </button>
  );
}

interface ButtonLinkProps extends LinkProps {
  readonly look?: ButtonLook;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A link to another screen, styled as a button. */
export function ButtonLink({ look = 'primary', icon: Icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classOf(look, className)}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </Link>
  );
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
