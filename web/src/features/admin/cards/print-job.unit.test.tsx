import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, graphAnswer, graphRefusal } from '../../../testing/fake-api.ts';
import { fakeDownloads } from '../../../testing/fake-downloads.ts';
import { listed, openTab, page, rowOf, signInAsAdmin } from '../../../testing/pages-tab.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { PrintStatus } from './print-status.tsx';

// The fonts as files: this environment has no server.
vi.mock('./load-lettering.ts', async () => {
  const { printDesign } = await import('../../../testing/print-design.ts');
  return { loadLettering: async () => printDesign.letters };
});

beforeEach(signInAsAdmin);

const TWO = [page('one'), page('two', { displayName: '=HYPERLINK("x")' })];
const printed = (...ids: string[]) =>
  graphAnswer({
    pages: {
      __typename: 'PageConnection',
      nodes: ids.map((id) => ({ __typename: 'Page', id, displayName: `Salon ${id}` })),
      pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false },
    },
  });
const make = async (product: string) => {
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'What to make' }), product);
  await userEvent.click(screen.getByRole('button', { name: 'Make the file' }));
};

it('makes a file of the ticked pages, without spreadsheet formulas', async () => {
  const downloads = fakeDownloads();
  fakeApi({ 'GRAPH AdminPages': listed(TWO) });
  await openTab();
  for (const name of ['Name of one', '=HYPERLINK("x")']) {
    await userEvent.click((await rowOf(name)).getByRole('checkbox', { name: `Select ${name}` }));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print 2 pages…' }));
  expect(await screen.findByRole('dialog', { name: 'Print 2 pages' })).toBeDefined();
  await make('links');
  await waitFor(() => expect(downloads).toHaveLength(1));
  const { origin } = window.location;
  expect(downloads[0]?.name).toMatch(/^links-[\dT-]+\.csv$/);
  expect(await downloads[0]?.file.text()).toBe(
    [
      'ID,Name,Link for the QR code,Link for the NFC chip',
      `one,Name of one,${origin}/d/one?s=qr,${origin}/d/one?s=nfc`,
      `two,"'=HYPERLINK(""x"")",${origin}/d/two?s=qr,${origin}/d/two?s=nfc`,
      '',
    ].join('\r\n'),
  );
});

it('makes a file of all pages that match, in the natural order of their names', async () => {
  const downloads = fakeDownloads();
  const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO), 'GRAPH PagesToPrint': printed('10', '9') });
  await openTab('/admin?search=salon&state=ACTIVE');
  await rowOf('Name of one');
  await userEvent.click(screen.getByRole('button', { name: 'Print…' }));
  await make('codes');
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(downloads[0]?.name).toMatch(/^codes-.*\.zip$/);
  const asked = calls.map(({ body }) => body as { operationName?: string } | undefined);
  expect(asked.filter((body) => body?.operationName === 'PagesToPrint')).toMatchObject([
    { variables: { filter: { search: 'salon', state: 'ACTIVE' } } },
  ]);
});

it('reports pages that could not be read, and tries again', async () => {
  const downloads = fakeDownloads();
  let away = true;
  fakeApi({
    'GRAPH AdminPages': listed(TWO),
    'GRAPH PagesToPrint': () => {
      if (away) return graphRefusal('FORBIDDEN', 403, 'Not allowed.');
      return printed('1');
    },
  });
  await openTab();
  await rowOf('Name of one');
  await userEvent.click(screen.getByRole('button', { name: 'Print…' }));
  await make('links');
  await renderScreen(PrintStatus, '/admin');
  expect((await screen.findByRole('alert')).textContent).toContain('Not allowed.');
  away = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
});

// Last, because it loads modules anew.
it('resumes an order that a reload interrupted', async () => {
  const downloads = fakeDownloads();
  const order = { product: 'links', names: true, choice: { by: 'filter', filter: {} } };
  vi.resetModules();
  const [{ PrintStatus: Reloaded }, { renderScreen: render }, { restoreSession, currentSession }] = await Promise.all([
    import('./print-status.tsx'),
    import('../../../testing/render-screen.tsx'),
    import('../../../api/session.ts'),
  ]);
  restoreSession();
  const { DRAFT_PREFIX } = await import('../../../api/session.ts');
  sessionStorage.setItem(`${DRAFT_PREFIX}print:${currentSession()?.user.id}`, JSON.stringify(order));
  fakeApi({ 'GRAPH PagesToPrint': printed('10', '9') });
  await render(Reloaded, '/admin', '/admin');
  expect((await screen.findByText('The file with 2 pages is made and downloaded.')).closest('[role]')).toBeDefined();
  expect((await downloads[0]?.file.text())?.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'ID',
    '9',
    '10',
    '',
  ]);
});
