import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeApi, graphAnswer, graphRefusal, type SentCall, variablesOf } from '../testing/fake-api.ts';
import { fakeDownloads } from '../testing/fake-downloads.ts';
import { listed, openTab, page, rowOf, sent, signInAsAdmin } from '../testing/pages-tab.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { printDesign } from './print-file.ts';
import { PrintStatus } from './print-status.tsx';

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

/** Opens the print dialog for all pages that match. */
const printAll = async () => {
  await rowOf('Name of one');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select the pages shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 2 pages that match' }));
  await userEvent.click(screen.getByRole('button', { name: 'Print 2 pages…' }));
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

describe('the address of printed links', () => {
  const openDialog = async () => {
    fakeApi({ 'GRAPH AdminPages': listed(TWO) });
    await openTab();
    await printAll();
    return screen.findByRole('dialog');
  };

  it('is the configured one, which the dialog names', async () => {
    document.documentElement.dataset.origin = 'https://volant.example';
    onTestFinished(() => void delete document.documentElement.dataset.origin);
    const downloads = fakeDownloads();
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('Address of the links: https://volant.example');
    expect(dialog.textContent).not.toContain('this machine only');
    fakeApi({ 'GRAPH PagesToPrint': printed('one') });
    await make('links');
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(await downloads[0]?.file.text()).toContain(
      'one,Salon one,https://volant.example/d/one?s=qr,https://volant.example/d/one?s=nfc',
    );
    expect((await printDesign(true)).origin).toBe('https://volant.example');
  });

  it('works on this machine only if it is a loopback address, and the dialog says so', async () => {
    const dialog = await openDialog();
    expect(dialog.textContent).toContain(`Address of the links: ${window.location.origin}`);
    expect(dialog.textContent).toContain('These cards will work on this machine only');
  });
});

it('makes a file of all pages that match', async () => {
  const downloads = fakeDownloads();
  const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO), 'GRAPH PagesToPrint': printed('c9', 'c10') });
  await openTab('/admin?search=salon&state=ACTIVE');
  await printAll();
  await make('codes');
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(downloads[0]?.name).toMatch(/^codes-.*\.zip$/);
  const bodies = calls.map(({ body }) => body as { operationName?: string } | undefined);
  expect(bodies.filter((body) => body?.operationName === 'PagesToPrint')).toMatchObject([
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
  await printAll();
  await make('links');
  await renderScreen(PrintStatus, '/admin');
  expect((await screen.findByRole('alert')).textContent).toContain('Not allowed.');
  away = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
});

/** Answers the pages after the cursor, two at once. */
const inParts = (call: SentCall) => {
  const isFirst = variablesOf(call).after === null;
  const nodes = (isFirst ? ['c1', 'c2'] : ['c3']).map((id) => ({ __typename: 'Page', id, displayName: `Salon ${id}` }));
  const pageInfo = { __typename: 'PageInfo', endCursor: isFirst ? 'c2' : 'c3', hasNextPage: isFirst };
  return graphAnswer({ pages: { __typename: 'PageConnection', nodes, pageInfo } });
};

it('makes one file after another of more pages than fit into one, each when it is requested', async () => {
  const downloads = fakeDownloads();
  const calls = fakeApi({ 'GRAPH AdminPages': listed(TWO), 'GRAPH PagesToPrint': inParts });
  await openTab();
  await printAll();
  await make('codes');
  await renderScreen(PrintStatus, '/admin');
  expect(await screen.findByText('The file with 2 pages is made and downloaded.')).toBeDefined();
  expect(downloads).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Make the next file' }));
  expect(await screen.findByText('The file with 1 page is made and downloaded.')).toBeDefined();
  expect(downloads).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Make the next file' })).toBeNull();
  expect(sent(calls, 'PagesToPrint')).toMatchObject([
    { after: null, first: 1_000 },
    { after: 'c2', first: 1_000 },
  ]);
});

it('lists the links of any number of pages in one file', async () => {
  const downloads = fakeDownloads();
  fakeApi({ 'GRAPH AdminPages': listed(TWO), 'GRAPH PagesToPrint': inParts });
  await openTab();
  await printAll();
  await make('links');
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect((await downloads[0]?.file.text())?.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'ID',
    ...['c1', 'c2', 'c3', ''],
  ]);
});

/** The status after a reload with this order; loads modules anew, so tests after it do the same. */
async function reloadWith(order: object) {
  vi.resetModules();
  const [{ PrintStatus: Reloaded }, { renderScreen: render }, { restoreSession, currentSession }] = await Promise.all([
    import('./print-status.tsx'),
    import('../testing/render-screen.tsx'),
    import('../session/session.ts'),
  ]);
  restoreSession();
  const { DRAFT_PREFIX } = await import('../session/session.ts');
  sessionStorage.setItem(`${DRAFT_PREFIX}print:${currentSession()?.user.id}`, JSON.stringify(order));
  fakeApi({ 'GRAPH PagesToPrint': printed('c9', 'c10') });
  await render(Reloaded, '/admin', '/admin');
}

const LINKS = { product: 'links', names: true, choice: { by: 'filter', filter: {} } };

it('resumes an order that a reload interrupted', async () => {
  const downloads = fakeDownloads();
  await reloadWith({ ...LINKS, begun: 1 });
  expect((await screen.findByText('The file with 2 pages is made and downloaded.')).closest('[role]')).toBeDefined();
  expect((await downloads[0]?.file.text())?.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'ID',
    'c9',
    'c10',
    '',
  ]);
});

it('waits for the user after a second interruption, because the tab may have died of the order', async () => {
  const downloads = fakeDownloads();
  await reloadWith({ ...LINKS, begun: 2 });
  expect((await screen.findByRole('alert')).textContent).toContain('The making of the files was interrupted');
  expect(downloads).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
});
