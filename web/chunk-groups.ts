import type { Rolldown } from 'vite';

/** Matches a module by package, folder, or client file without its extension. */
const oneOf =
  (...parts: string[]) =>
  (id: string) =>
    parts.some((part) => id.includes(`/node_modules/${part}/`) || id.includes(`/web/src/${part}`));

/** Matches files directly in `src/app/` except the entry points. */
function aroundEveryScreen(id: string): boolean {
  const name = id.split('/web/src/app/')[1] ?? '/';
  return !name.includes('/') && !name.startsWith('main.') && !name.startsWith('with-graph.');
}

/** Matches a module that is one of the named icons. */
const icons =
  (...names: string[]) =>
  (id: string) =>
    id.includes('/lucide-react/') && names.some((name) => id.endsWith(`/${name}.js`) || id.endsWith(`/${name}.mjs`));

const either =
  (...tests: ((id: string) => boolean)[]) =>
  (id: string) =>
    tests.some((test) => test(id));

/**
 * Decides which modules share a chunk. By default the bundler emits one file per set of modules that the same screens
 * share: a screen then waits for sixty files, and gzip compresses each separately, which costs a
 * twentieth of the total size. If two groups match a module, the higher priority wins; the imports of a module follow
 * it into its group.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // Shared by the script of the server-rendered pages and the application; keep it minimal.
    name: 'preload',
    priority: 5,
    test: either(
      (id) => id.includes('preload-helper'),
      oneOf(
        'api/early-answer.ts',
        'api/origin.ts',
        'api/request-headers.ts',
        'session/stored-session.ts',
        'browser/missing-code.ts',
        'browser/next-turn.ts',
        'browser/nothing-came.ts',
        'browser/reload-once.ts',
        'browser/storage.ts',
        'i18n/language.ts',
      ),
      (id) => id.endsWith('/proto/src/text/languages.ts'),
    ),
  },
  {
    // Unchanged from one deploy to the next, so it stays cached.
    name: 'react',
    priority: 4,
    test: oneOf('react', 'react-dom', 'scheduler', 'react-router', 'i18next', 'react-i18next'),
  },
  {
    // The shell around every screen, and small components that almost every screen uses.
    name: 'application',
    priority: 3,
    test: either(
      aroundEveryScreen,
      // Many screens clean typed text with it; most of them need no parser of contacts.
      (id) => id.endsWith('/proto/src/contact/plain-text.ts'),
      // uuid v7 is only used for visits.
      (id) => /\/uuid\/dist\/(?!v7)/.test(id),
      oneOf(
        'api/failure.ts',
        'api/api-error.ts',
        'api/retry-key.ts',
        'browser/save-file.ts',
        'browser/use-media.ts',
        'i18n/use-locale.ts',
        'ui/copy-button.tsx',
        'ui/lazy-part.tsx',
        'ui/notice.tsx',
        'ui/page-heading.tsx',
        'ui/skeleton.tsx',
        'ui/state-badge.tsx',
        'ui/text-field.tsx',
        'ui/use-later.ts',
        'ui/use-single-flight.ts',
      ),
      icons(
        'arrow-left',
        'check',
        'chevron-down',
        'external-link',
        'pencil',
        'plus',
        'refresh-cw',
        'search',
        'trash',
        'x',
      ),
    ),
  },
  {
    name: 'form',
    priority: 2,
    test: oneOf(
      'ui/checkbox.tsx',
      'ui/email-field.tsx',
      'ui/password-field.tsx',
      'ui/use-checked-form.ts',
      'react-hook-form',
    ),
  },
  {
    // Shared by all screens that keep what was typed.
    name: 'drafts',
    priority: 2,
    test: oneOf('api/drafts.ts', 'ui/leave-guard.tsx', 'ui/restored-notice.tsx', 'ui/use-draft-keeper.ts'),
  },
  {
    // Shared by the account screen and the editor.
    name: 'profile',
    priority: 2,
    test: oneOf('api/uploads.ts', 'ui/picture-f', 'ui/use-object-url.ts', 'ui/use-picture-upload.ts'),
  },
  {
    // Parsers of phone numbers and addresses, shared by the account form, the editor, the history and the public page.
    name: 'contact',
    priority: 3,
    test: (id) => id.includes('/proto/src/contact/'),
  },
  {
    // The chip of a custom item, shared by the editor's form and the public page.
    name: 'chip',
    priority: 2,
    test: either(
      (id) => id.endsWith('/proto/src/profile/custom-items.ts'),
      oneOf('public-page/view/chip.tsx', 'public-page/view/palette.ts'),
    ),
  },
  {
    name: 'lists',
    priority: 2,
    test: oneOf(
      'lists/filter-group.tsx',
      'lists/list-part.tsx',
      'lists/long-table',
      'lists/searched-list.tsx',
      'ui/search-field.tsx',
      'features/admin/pages/filters.tsx',
    ),
  },
  {
    // Before the lists, which would take it along and be loaded by every screen that asks the graph.
    name: 'graph',
    priority: 3,
    test: oneOf('@apollo', 'graphql', 'rxjs', 'optimism', '@wry', 'tslib', 'apollo/', 'app/with-graph'),
  },
];
