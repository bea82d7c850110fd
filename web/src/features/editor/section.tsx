import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Section({ title, hint, children }: SectionProps) {
  return (
    <fieldset className="editor-section">
      <legend className="editor-section__title">{title}</legend>
      {hint !== undefined && <p className="editor-section__hint">{hint}</p>}
      <div className="editor-section__fields">{children}</div>
    </fieldset>
  );
}
