import './skeleton.css';

/** A grey shape of the size of what it stands for. */
export function Skeleton({ width, height }: { readonly width: string; readonly height: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
