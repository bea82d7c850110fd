import { activate } from './activate.ts';

const root = document.querySelector<HTMLElement>('.pp');
const pageId = document.body.dataset.page;
if (root && pageId) activate(root, { pageId });
