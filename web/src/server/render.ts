/** Entry of the server bundle: everything the gateway renders with. */
// biome-ignore lint/performance/noBarrelFile: the bundle has one entry, and nothing imports this file
export { renderContactFile } from '../public-page/document/contact-file.ts';
export { linkPicture } from '../public-page/document/link-picture.ts';
export { renderPageCode } from '../public-page/document/page-code.ts';
export { renderPublicPage } from '../public-page/document/public-page.tsx';
export { documentAt, finishedPaths, knownRoute, languageAt } from './documents.ts';
export { renderFinishedPage } from './finished-page.tsx';
export { shellHead } from './shell-head.ts';
