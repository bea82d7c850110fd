import { createContext } from 'react';

/** Scheme and host of the site: the browser's origin, or the one configured on the server. */
export const SiteOrigin = createContext(typeof window === 'undefined' ? '' : window.location.origin);
