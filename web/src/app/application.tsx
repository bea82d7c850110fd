import { type ReactNode, StrictMode, useEffect } from 'react';

/** The root of the React tree, identical in the browser and on the server for hydration. */
export function Application({ children, onAlive }: { readonly children: ReactNode; readonly onAlive?: () => void }) {
  return (
    <StrictMode>
      {children}
      <Alive onAlive={onAlive} />
    </StrictMode>
  );
}

/** Reports when its siblings are mounted and interactive. */
function Alive({ onAlive }: { readonly onAlive: (() => void) | undefined }) {
  useEffect(() => onAlive?.(), [onAlive]);
  return null;
}
