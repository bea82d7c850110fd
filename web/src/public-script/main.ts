import { activate } from './activate.ts';

const root = document.querySelector<HTMLElement>('.pp');
const pageId = document.documentElement.dataset.page;
if (root && pageId) activate(root, { pageId });

// A picture that cannot be loaded gives way to the initials below it.
const picture = root?.querySelector<HTMLImageElement>('.pp-portrait img');
if (picture?.complete && picture.naturalWidth === 0) picture.remove();
picture?.addEventListener('error', () => picture.remove());
