import { type ReactNode, StrictMode, useEffect } from 'react';

/** The root of what React shows, of the same form in the browser as on the server. */
export function Application({ children, onAlive }: { readonly children: ReactNode; readonly onAlive?: () => void }) {
  return (
    <StrictMode>
      {children}
      <Alive onAlive={onAlive} />
    </StrictMode>
  );
}

/** Tells when what is beside it is on the screen and listens. */
function Alive({ onAlive }: { readonly onAlive: (() => void) | undefined }) {
  useEffect(() => onAlive?.(), [onAlive]);
  return null;
}
