import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadTexts, showTexts, startTexts } from '../src/i18n/i18n.ts';
import { Gallery } from './gallery.tsx';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/ui/screen-tokens.css';
import '../src/ui/base.css';
import '../src/ui/layout.css';
import '../src/ui/form.css';
import '../src/app/shell/shell.css';

// `?theme=dark` and `?dir=rtl`, as the screenshot tests ask for them.
const parameters = new URLSearchParams(location.search);
const { documentElement: html } = document;
html.dataset.theme = parameters.get('theme') ?? 'light';
html.dir = parameters.get('dir') ?? 'ltr';

const TEXTS = ['pages', 'account', 'editing', 'claiming'] as const;
await startTexts();
await loadTexts(TEXTS);
showTexts(TEXTS);
html.dir = parameters.get('dir') ?? 'ltr';

const root = document.getElementById('root');
if (root === null) throw new Error('the document has no root');
createRoot(root).render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Gallery /> }])} />);
