import { CircleCheck, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface SuccessPanelProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly hint?: string;
  /** Where to go from here, if that is left to the person. */
  readonly children?: ReactNode;
}

/** Stands where the form stood; takes the focus the form had, and is seen wherever the form was scrolled to. */
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
