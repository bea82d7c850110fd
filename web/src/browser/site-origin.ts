import { createContext } from 'react';

/** Scheme and host that the site is reached by: the browser's own, or what the server that renders it is told. */
export const SiteOrigin = createContext(typeof window === 'undefined' ? '' : window.location.origin);
