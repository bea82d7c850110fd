/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API if it differs from the page's; empty by default. */
  readonly VITE_API_ORIGIN?: string;
}
