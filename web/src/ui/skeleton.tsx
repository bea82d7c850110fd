import type { ReactNode } from 'react';
import './skeleton.css';

/**
 * A grey placeholder. An SVG, because its size can be set by attributes: server-rendered documents contain skeletons,
 * and the content security policy forbids inline styles.
 */
export function Skeleton({ width, height }: { readonly width: string; readonly height: string }) {
  return <svg className="skeleton" width={width} height={height} aria-hidden="true" />;
}

interface WaitingProps {
  /** For screen readers. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Placeholders of a part that is loading, and its announcement. */
export function Waiting({ label, className, children }: WaitingProps) {
  return (
    <div className={className} aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      {children}
    </div>
  );
}
