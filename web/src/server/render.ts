/** Entry of the server bundle: everything the gateway renders with. */
// biome-ignore lint/performance/noBarrelFile: the bundle has one entry, and nothing imports this file
export { renderContactFile } from './contact-file.ts';
export { documentAt, finishedPaths, knownRoute, languageAt } from './documents.ts';
export { renderFinishedPage } from './finished-page.tsx';
export { linkPicture } from './link-picture.ts';
export { renderPageCode } from './page-code.ts';
export { renderPublicPage } from './public-page.tsx';
export { shellHead } from './shell-head.ts';
