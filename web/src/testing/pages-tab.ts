import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PagesTab from '../features/admin/pages/pages-tab.tsx';
import { endSession, startSession } from '../session/session.ts';
import { graphAnswer, type SentCall } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';
import { sampleSession } from './samples.ts';

const ANA = { __typename: 'User', id: 'ana', username: 'ana', email: 'ana@example.org' };

/** A page in the list; owned by Ana by default. */
export const page = (id: string, changes: object = {}) => ({
  __typename: 'Page',
  id,
  displayName: `Name of ${id}`,
  state: 'ACTIVE',
  claimed: true,
  createdAt: '2026-01-02T10:00:00Z',
  version: 3,
  owner: ANA,
  eventCount: 1_234,
  ...changes,
});

export const tally = (state: string, claimed: boolean, count: number) => ({
  __typename: 'PageTally',
  state,
  claimed,
  count,
});

interface Around {
  readonly totalCount?: number;
  readonly tallies?: readonly object[];
}

/** Response of the list query. */
export const listed = (nodes: readonly object[], { totalCount = nodes.length, tallies = [] }: Around = {}) =>
  graphAnswer({
    pages: {
      __typename: 'PageConnection',
      nodes,
      totalCount,
      tallies,
      pageInfo: { __typename: 'PageInfo', endCursor: nodes.length === 0 ? null : 'cursor', hasNextPage: false },
    },
  });

export function signInAsAdmin(): void {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession({ ...sampleSession, user: { ...sampleSession.user, role: 'ADMIN' } }, false);
}

export const openTab = (at = '/admin') => renderScreen(PagesTab, '/admin', at);

/** The row of a page, once it is rendered. */
export async function rowOf(name: string) {
  const isName = (_: string, element: Element | null) =>
    element?.matches('th .row-name, th .page-column__none') === true && element.textContent === name;
  const row = (await screen.findByText(isName)).closest('tr');
  if (row === null) throw new Error(`${name} has no row`);
  return within(row);
}

/** Variables of an operation's calls, in order. */
export function sent(calls: readonly SentCall[], operation: string): readonly object[] {
  return calls.flatMap(({ body }) => {
    const { operationName, variables } = body as { operationName: string; variables: object };
    return operationName === operation ? [variables] : [];
  });
}

/** Chooses an entry of the menu of a page's row. */
export async function chooseOf(name: string, entry: string): Promise<void> {
  await userEvent.click((await rowOf(name)).getByRole('button', { name: `Actions of ${name}` }));
  await userEvent.click(await screen.findByText(entry, { selector: '.menu__item' }));
}
