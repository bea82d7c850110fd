import { withParameters } from '../../browser/with-parameters.ts';
import type { TextKey } from '../../i18n/text-key.ts';

/** In display order; the first is the default. */
export const ADMIN_TABS = ['pages', 'users', 'bulk', 'analytics'] as const;

export type AdminTab = (typeof ADMIN_TABS)[number];

export const TAB_WORDS: Readonly<Record<AdminTab, TextKey>> = {
  pages: 'admin.tab.pages',
  users: 'admin.tab.users',
  bulk: 'admin.tab.bulk',
  analytics: 'admin.tab.analytics',
};

const PARAMETER = 'tab';

export function tabIn(params: URLSearchParams): AdminTab {
  return ADMIN_TABS.find((tab) => tab === params.get(PARAMETER)) ?? ADMIN_TABS[0];
}

/** The URL parameters of another tab; keeps the search and filters of the other tabs. */
export function withTab(params: URLSearchParams, tab: AdminTab): URLSearchParams {
  return withParameters(params, { [PARAMETER]: tab === ADMIN_TABS[0] ? undefined : tab });
}
