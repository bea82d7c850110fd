import type { Rolldown } from 'vite';

/** Whether the module is one of these: a package, a folder, or a file of the client without its extension. */
const oneOf =
  (...parts: string[]) =>
  (id: string) =>
    parts.some((part) => id.includes(`/node_modules/${part}/`) || id.includes(`/web/src/${part}`));

/** The files of the folder itself, but for where the application starts. */
function aroundEveryScreen(id: string): boolean {
  const name = id.split('/web/src/app/')[1] ?? '/';
  return !name.includes('/') && !name.startsWith('main.') && !name.startsWith('with-graph.');
}

/** Whether the module is one of these icons. */
const icons =
  (...names: string[]) =>
  (id: string) =>
    id.includes('/lucide-react/') && names.some((name) => id.endsWith(`/${name}.js`) || id.endsWith(`/${name}.mjs`));

const either =
  (...tests: ((id: string) => boolean)[]) =>
  (id: string) =>
    tests.some((test) => test(id));

/**
 * Which modules travel in one file. Left to itself the bundler makes a file of every set of modules that the same
 * screens share: a screen then waits for sixty files, and gzip sees each by itself (a twentieth of the whole).
 * Of two groups that want a module the one with the higher priority has it; what a module imports comes with it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // What the script of the finished pages and the application both need, and nothing else of this.
    name: 'preload',
    priority: 5,
    test: either(
      (id) => id.includes('preload-helper'),
      oneOf(
        'api/early-answer.ts',
        'api/origin.ts',
        'api/request-headers.ts',
        'browser/kept-session.ts',
        'browser/missing-code.ts',
        'browser/next-turn.ts',
        'browser/nothing-came.ts',
        'browser/reload-once.ts',
        'browser/storage.ts',
        'i18n/language.ts',
      ),
    ),
  },
  {
    // Stays the same from one deploy to the next.
    name: 'react',
    priority: 4,
    test: oneOf('react', 'react-dom', 'scheduler', 'react-router', 'i18next', 'react-i18next'),
  },
  {
    // What is around every screen, and small parts that almost every screen shows.
    name: 'application',
    priority: 3,
    test: either(
      aroundEveryScreen,
      // Its seventh version is for visits alone.
      (id) => /\/uuid\/dist\/(?!v7)/.test(id),
      oneOf(
        'api/failure.ts',
        'api/api-error.ts',
        'api/retry-key.ts',
        'browser/save-file.ts',
        'browser/use-media.ts',
        'i18n/use-format.ts',
        'ui/copy-button.tsx',
        'ui/lazy-part.tsx',
        'ui/notice.tsx',
        'ui/page-heading.tsx',
        'ui/skeleton.tsx',
        'ui/state-badge.tsx',
        'ui/text-field.tsx',
        'ui/use-part.ts',
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
      'ui/use-form-values.ts',
    ),
  },
  {
    // What the account and the editor have in common.
    name: 'profile',
    priority: 2,
    test: oneOf(
      'api/drafts.ts',
      'api/uploads.ts',
      'features/claim/page-id.ts',
      'ui/leave-guard.tsx',
      'ui/phone-field.tsx',
      'ui/picture-f',
      'ui/restored-notice.tsx',
      'ui/use-draft-keeper.ts',
      'ui/use-object-url.ts',
      'ui/use-picture-upload.ts',
    ),
  },
  {
    // What the forms of the account and the editor and the public page read numbers and addresses with.
    name: 'contact',
    priority: 2,
    test: (id) => id.includes('/proto/src/contact/'),
  },
  {
    // The chip of an item of one's own in the editor's form as on the public page.
    name: 'chip',
    priority: 2,
    test: oneOf('features/public-page/chip.tsx', 'features/public-page/palette.ts'),
  },
  {
    name: 'lists',
    priority: 2,
    test: oneOf(
      'ui/long-table',
      'ui/search-field.tsx',
      'ui/use-search-parameter.ts',
      'features/admin/filter-group.tsx',
      'features/admin/list-part.tsx',
      'features/admin/list-rows.tsx',
      'features/admin/pages/filters.tsx',
      'features/admin/pages/page-filter.ts',
      'features/admin/searched-list.tsx',
    ),
  },
  {
    name: 'graph',
    priority: 1,
    test: oneOf('@apollo', 'graphql', 'rxjs', 'optimism', '@wry', 'tslib', 'apollo/', 'app/with-graph'),
  },
];
