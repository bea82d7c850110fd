import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import BulkTab from '../features/admin/bulk/bulk-tab.tsx';
import { endSession, startSession } from '../session/session.ts';
import { graphAnswer, type SentCall } from './fake-api.ts';
import { fill } from './fill.ts';
import { renderScreen } from './render-screen.tsx';
import { sampleSession } from './samples.ts';

export const made = (...ids: string[]) =>
  graphAnswer({
    createPages: {
      __typename: 'PageSeries',
      workbookId: 'book-1',
      pages: ids.map((id, index) => ({ __typename: 'Page', id, displayName: `Lyon ${index + 1}` })),
    },
  });
export const madeOne = (id: string) => graphAnswer({ createPageWithId: { __typename: 'Page', id, displayName: '' } });
export const workbook = {
  body: 'bytes',
  headers: { 'Content-Disposition': 'attachment; filename="pages-2026-11-22T09-00-00.xlsx"' },
};
export const people = graphAnswer({
  users: {
    __typename: 'UserConnection',
    nodes: [{ __typename: 'User', id: 'u1', username: 'ana', email: 'ana@example.org' }],
  },
});
export const WORKBOOK = 'GET /api/admin/exports/book-1.xlsx';

let user = 0;
export const saved: string[] = [];
export const copied: string[] = [];

/** Signs in a new user without created pages, and records saved files and copied text. */
export function beginAnew(): void {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession({ ...sampleSession, user: { ...sampleSession.user, id: `admin-${++user}`, role: 'ADMIN' } }, false);
  saved.length = 0;
  copied.length = 0;
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
}

export const open = () => renderScreen(BulkTab, '/admin', '/admin?tab=bulk');
export const generator = async () => within(await screen.findByRole('region', { name: 'Create pages in bulk' }));
export const results = async () => within(await screen.findByRole('region', { name: 'Created pages' }));
export const sent = (calls: readonly SentCall[], name: string) =>
  calls.filter(({ body }) => (body as { operationName?: string } | undefined)?.operationName === name);
export const inputOf = (call: SentCall | undefined) =>
  (call?.body as { variables: { input: object } } | undefined)?.variables.input;
export const keyOf = (call: SentCall | undefined) => call?.headers.get('Idempotency-Key');
export const create = async () => userEvent.click((await generator()).getByRole('button', { name: /^Create/ }));
export const type = async (part: Awaited<ReturnType<typeof generator>>, label: string, text: string) => {
  const field = part.getByRole('textbox', { name: label });
  await userEvent.clear(field);
  if (text !== '') fill(field, text);
};
/** The field for searching owners, once it is rendered. */
export const searchOwner = async (part: Awaited<ReturnType<typeof generator>>) => {
  await userEvent.click(part.getByRole('button', { name: 'Owner (optional) Search by name or email' }));
  return part.findByRole('combobox', { name: 'Owner (optional)' });
};
export const chooseOwner = async (part: Awaited<ReturnType<typeof generator>>) => {
  await userEvent.type(await searchOwner(part), 'an');
  await userEvent.click(await screen.findByRole('option', { name: /ana/ }));
};
