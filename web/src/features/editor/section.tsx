import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

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

/** Which folded sections are open; kept outside them, because they unmount while the preview is shown. */
export interface Folds {
  readonly open: readonly string[];
  readonly onToggle: (fold: string, open: boolean) => void;
}

interface FoldProps extends Omit<SectionProps, 'hint'> {
  readonly folds: Folds;
  /** What is set in it, in one line. */
  readonly summary: string;
  /** Whether a field in it is refused: it opens, because a field can only be focused while it is visible. */
  readonly refused: boolean;
}

/** A section that is rarely changed. */
export function Fold({ title, folds, summary, refused, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const isAtError = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if (refused && !isAtError) details.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  return (
    <details
      ref={details}
      className="editor-section editor-fold"
      open={folds.open.includes(title) || refused}
      onToggle={({ currentTarget }) => folds.onToggle(title, currentTarget.open)}
    >
      <summary>
        <h2 className="editor-section__title">{title}</h2>
        <ChevronDown aria-hidden="true" />
        <span className="editor-fold__line" dir="auto">
          {summary}
        </span>
      </summary>
      <div className="editor-section__fields">{children}</div>
    </details>
  );
}
