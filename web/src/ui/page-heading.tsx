import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isSameScreen } from '../browser/same-screen.ts';

interface PageHeadingProps {
  /** Title of the browser's tab and history, without the product's name. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Receives the title of a screen that is rendered without a document. */
export const DocumentTitle = createContext<((title: string) => void) | undefined>(undefined);

/**
 * The only h1 of a screen. It sets the document title, and takes the focus after a navigation, so that the keyboard
 * starts at the top of the new screen and a screen reader announces it.
 */
export function PageHeading({ title, children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();

  useContext(DocumentTitle)?.(title);
  useEffect(() => {
    document.title = `${title} · Volant`;
  }, [title]);

  // The first screen of a visit keeps the browser's focus, and an anchor its target.
  const quiet = location.key === 'default' || location.hash !== '' || isSameScreen(location.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus after each change of the address
  useEffect(() => {
    if (!quiet) heading.current?.focus({ preventScroll: true });
  }, [location.pathname]);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
