import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isSameScreen } from '../browser/same-screen.ts';

interface PageHeadingProps {
  /** For the browser's tab and history; without the product's name. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Takes the title of a screen that is rendered where there is no document. */
export const DocumentTitle = createContext<((title: string) => void) | undefined>(undefined);

/**
 * The one h1 of a screen. It names the document, and after a navigation it takes the focus, so
 * that the keyboard starts at the top of the new screen and a screen reader says where one is.
 */
export function PageHeading({ title, children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();

  useContext(DocumentTitle)?.(title);
  useEffect(() => {
    document.title = `${title} · Volant`;
  }, [title]);

  // The first screen of a visit keeps the browser's own focus, an anchor its own target.
  const quiet = location.key === 'default' || location.hash !== '' || isSameScreen(location.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what asks for the focus
  useEffect(() => {
    if (!quiet) heading.current?.focus({ preventScroll: true });
  }, [location.pathname]);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
