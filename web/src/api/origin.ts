/** Origin of the API; empty if it is the origin that served the client. */
export const apiOrigin = import.meta.env.VITE_API_ORIGIN ?? '';

/** Uploaded pictures are served by the API's host; other addresses stay unchanged. */
export function pictureUrl(path: string): string {
  return path.startsWith('/uploads') ? `${apiOrigin}${path}` : path;
}
