import type { Plugin } from 'vite';

/** Serves the page of all components at `/ui` of `npm run dev`. It is no entry of the build. */
export function serveGallery(): Plugin {
  return {
    name: 'serve-gallery',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/ui\/?(?=\?|$)/, '/gallery/index.html');
        next();
      });
    },
  };
}
