import './skeleton.css';

/**
 * A grey placeholder. An SVG, because its size can be set by attributes: server-rendered documents contain skeletons,
 * and the content security policy forbids inline styles.
 */
export function Skeleton({ width, height }: { readonly width: string; readonly height: string }) {
  return <svg className="skeleton" width={width} height={height} aria-hidden="true" />;
}
