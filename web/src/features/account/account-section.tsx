import type { ReactNode } from 'react';

interface AccountSectionProps {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** A section of the account: its name and, beside it if there is room, its controls. */
export function AccountSection({ id, title, hint, children }: AccountSectionProps) {
  return (
    <section className="account-section" aria-labelledby={`account-${id}`}>
      <div className="account-section__name stack gap-1">
        <h2 id={`account-${id}`}>{title}</h2>
        <p>{hint}</p>
      </div>
      <div className="account-section__body">{children}</div>
    </section>
  );
}
