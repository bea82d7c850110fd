import { useApolloClient } from '@apollo/client/react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { type Failure, failureOf, fixedFailure } from '../../../api/failure.ts';
import { useLocale } from '../../../i18n/use-locale.ts';
import { confirmed, type Question } from '../../../ui/confirmed.ts';
import { useUndoToast } from '../undo-toast.tsx';
import { type ChangeRun, runChanges, type SelectedPage, undoRunOf } from './change-pages.ts';
import type { AdminPageRowFragment } from './page-row.generated.ts';
import { ChangePageStateDocument, DeletePageDocument } from './use-page-actions.generated.ts';

export type PageState = AdminPageRowFragment['state'];

/** Actions of a page in its row. */
export function usePageActions() {
  const client = useApolloClient();
  const { t, format } = useLocale();
  const refresh = useListRefresh();
  const tell = useRunToast();
  const [failure, setFailure] = useState<Failure>();

  /** Asks before an owner's page goes; updates optimistically, and reverts if the server refuses. */
  async function changeState(page: AdminPageRowFragment, state: PageState): Promise<void> {
    const releases = state === 'UNCLAIMED' && page.owner !== null;
    const hides = page.owner !== null && page.state === 'ACTIVE';
    if (releases && !(await confirmed(releaseOf(page, t)))) return;
    if (hides && !releases && !(await confirmed(hideOf(page, t)))) return;
    setFailure(undefined);
    try {
      const { data } = await client.mutate({
        mutation: ChangePageStateDocument,
        variables: { id: page.id, state },
        optimisticResponse: {
          administerPage: { ...page, state, ...(releases && { owner: null, claimed: false }) },
        },
      });
      await refresh();
      if (data === undefined) return;
      const { outcome, version } = { outcome: 'DONE', version: data.administerPage.version } as const;
      const requested = [{ page: selectedOf(page), change: { state } }];
      const run: ChangeRun = {
        key: uuid(),
        requested,
        reason: undefined,
        outcomes: [{ outcome, version, error: null }],
      };
      const words = t('state', { returnObjects: true });
      // Nothing gives an owner back what they wrote.
      tell(t('adminPages.stateChanged', { name: nameOf(page), state: words[state] }), releases ? undefined : run);
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

/** Asked before an owner's page disappears for passengers. */
function hideOf(page: AdminPageRowFragment, t: TFunction): Question {
  return {
    text: t('adminPages.confirmHide', { name: nameOf(page) }),
    action: t('adminPages.change', { returnObjects: true }).INACTIVE,
  };
}

/** Tells of changes in a toast that undoes them, as far as possible. */
export function useRunToast() {
  const client = useApolloClient();
  const refresh = useListRefresh();
  const tell = useUndoToast();
  return (text: string, run: ChangeRun | undefined) => {
    const undone = run && undoRunOf(run);
    tell(
      text,
      undone &&
        (async () => {
          await runChanges(client, undone, { signal: new AbortController().signal, onProgress: () => {} });
          await refresh();
          if (undone.outcomes.some((one) => one?.outcome === 'REFUSED')) throw new Error('A page was changed since');
        }),
    );
  };
}

export function selectedOf({ id, displayName, state, version, owner }: AdminPageRowFragment): SelectedPage {
  return { id, displayName, state, version, ownerId: owner?.id ?? null };
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
