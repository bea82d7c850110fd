import { activate } from './activate.ts';

const root = document.querySelector<HTMLElement>('.pp');
const pageId = document.documentElement.dataset.page;
if (root && pageId) activate(root, { pageId });
