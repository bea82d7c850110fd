import { useApolloClient } from '@apollo/client/react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { type Failure, failureOf, fixedFailure } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { confirmed, type Question } from '../../../ui/confirmed.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { ChangePageStateDocument, DeletePageDocument } from './use-page-actions.generated.ts';

export type PageState = AdminPageRowFragment['state'];

/** Actions of a page in its row. */
export function usePageActions() {
  const client = useApolloClient();
  const { t, format } = useLocale();
  const refresh = useListRefresh();
  const [failure, setFailure] = useState<Failure>();

  /** Updates optimistically, and reverts if the server refuses. */
  async function changeState(page: AdminPageRowFragment, state: PageState): Promise<void> {
    const releases = state === 'UNCLAIMED' && page.owner !== null;
    if (releases && !(await confirmed(releaseOf(page, t)))) return;
    setFailure(undefined);
    try {
      await client.mutate({
        mutation: ChangePageStateDocument,
        variables: { id: page.id, state },
        optimisticResponse: {
          administerPage: { ...page, state, ...(releases && { owner: null, claimed: false }) },
        },
      });
      await refresh();
    } catch (error) {
      setFailure(fixedFailure(error, 'adminPages.stateFailed'));
    }
  }

  async function remove(page: AdminPageRowFragment): Promise<void> {
    const { id, eventCount } = page;
    const about = { name: nameOf(page), id };
    const events = eventCount === null ? t('adminPages.allEvents') : t('adminPages.events', format.counted(eventCount));
    const question =
      eventCount === 0
        ? t('adminPages.confirmDeleteEmpty', about)
        : t('adminPages.confirmDelete', { ...about, events });
    if (!window.confirm(question)) return;
    setFailure(undefined);
    try {
      await client.mutate({
        mutation: DeletePageDocument,
        variables: { id },
        update: (cache) => {
          cache.evict({ id: cache.identify({ ...page }) ?? '' });
          cache.gc();
        },
      });
      await refresh();
    } catch (error) {
      setFailure(failureOf(error, 'adminPages.deleteFailed'));
    }
  }

  return { failure, changeState, remove };
}

/** Asked before a page is taken away from its owner. */
export function releaseOf(page: Pick<AdminPageRowFragment, 'displayName' | 'id'>, t: TFunction): Question {
  return {
    text: t('adminPages.confirmRelease', { name: nameOf(page) }),
    action: t('adminPages.release'),
    danger: true,
  };
}

/** Queries of the first block and of the other parts. */
const LISTS: readonly (string | undefined)[] = ['AdminPages', 'AdminPagesPart'];

/** Refetches the visible parts of the list after a change. */
export function useListRefresh(): () => Promise<unknown> {
  const client = useApolloClient();
  return () =>
    client.refetchQueries({ include: 'active', onQueryUpdated: ({ queryName }) => LISTS.includes(queryName) });
}

/** Display name of a page, or its id. */
export function nameOf({ displayName, id }: Pick<AdminPageRowFragment, 'displayName' | 'id'>): string {
  return displayName || id;
}
