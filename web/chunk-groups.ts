import type { Rolldown } from 'vite';

const packages = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`);
const sources = (...names: string[]) => new RegExp(`/web/src/(?:${names.join('|')})\\.tsx?$`);
const icons = (...names: string[]) => new RegExp(`/lucide-react/.*/(?:${names.join('|')})\\.m?js$`);
const any =
  (...tests: RegExp[]) =>
  (id: string) =>
    tests.some((test) => test.test(id));

/**
 * Which modules travel in one file. Left to itself the bundler makes a file of every set of modules that the same
 * screens share: a screen then waits for sixty files, and gzip sees each by itself (a twentieth of the whole).
 * Of two groups that want a module the one with the higher priority has it; what a module imports comes with it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The finished pages need it to fetch the application, and nothing else of this.
  { name: 'preload', priority: 5, test: /preload-helper/ },
  {
    // Stays the same from one deploy to the next.
    name: 'react',
    priority: 4,
    test: packages('react', 'react-dom', 'scheduler', 'react-router', 'i18next', 'react-i18next'),
  },
  {
    // What is around every screen, and small parts that almost every screen shows.
    name: 'application',
    priority: 3,
    test: any(
      sources(
        'app/(?!main|with-graph)[\\w-]+',
        'api/(?:failure|api-error|origin)',
        'browser/(?:save-file|use-media)',
        'i18n/use-format',
        'ui/(?:copy-button|notice|page-heading|skeleton|state-badge|text-field|use-part|use-single-flight)',
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
    test: any(
      packages('uuid'),
      sources('ui/(?:checkbox|email-field|password-field|use-checked-form|use-form-values|use-retry-keys)'),
    ),
  },
  {
    // The chip of an item of one's own in the editor's form as on the public page.
    name: 'chip',
    priority: 2,
    test: sources('features/public-page/(?:chip|palette)'),
  },
  {
    name: 'lists',
    priority: 2,
    test: sources(
      'ui/(?:long-table[\\w-]*|search-field|use-search-parameter)',
      'features/admin/(?:filter-group|list-rows)',
      'features/admin/pages/(?:filters|page-filter)',
    ),
  },
  {
    name: 'graph',
    priority: 1,
    test: any(
      packages('@apollo', 'graphql', 'rxjs', 'optimism', '@wry', 'tslib'),
      /\/web\/src\/(?:apollo\/|app\/with-graph)/,
    ),
  },
];
