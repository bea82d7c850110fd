import './skeleton.css';

/**
 * A grey shape of the size of what it stands for. As a drawing it has its size in attributes: documents come with
 * skeletons in them, and the content security policy forbids styles that are written into a document.
 */
export function Skeleton({ width, height }: { readonly width: string; readonly height: string }) {
  return <svg className="skeleton" width={width} height={height} aria-hidden="true" />;
}
