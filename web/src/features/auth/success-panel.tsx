import { CircleCheck, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface SuccessPanelProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly hint?: string;
  /** Links to continue, if the user chooses where to go. */
  readonly children?: ReactNode;
}

/** Replaces the form, takes its focus, and scrolls into view. */
export function SuccessPanel({ icon: Icon = CircleCheck, title, text, hint, children }: SuccessPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div className="auth-success" role="status" tabIndex={-1} ref={panel}>
      <Icon aria-hidden="true" />
      <p className="auth-success__title">{title}</p>
      <p className="auth-success__text">{text}</p>
      {hint !== undefined && <p className="auth-success__text">{hint}</p>}
      {children !== undefined && <div className="auth-success__actions">{children}</div>}
    </div>
  );
}
