import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, graphAnswer, graphRefusal, type SentCall, variablesOf } from '../testing/fake-api.ts';
import { fakeDownloads } from '../testing/fake-downloads.ts';
import { listed, openTab, page, rowOf, sent, signInAsAdmin } from '../testing/pages-tab.ts';
import { standInForBrowser } from '../testing/render-screen.tsx';
import ExportDialog from './export-dialog.tsx';

let files: ReturnType<typeof fakeDownloads>;

beforeEach(() => {
  signInAsAdmin();
  files = fakeDownloads();
});

const ALL = [page('one', { displayName: '=1+1' }), page('two', { eventCount: null }), page('three')];
/** Answers the list in two blocks. */
const inBlocks = (call: SentCall) => {
  const isFirst = variablesOf(call).after === null;
  const pageInfo = { __typename: 'PageInfo', endCursor: 'two', hasNextPage: isFirst };
  const nodes = isFirst ? ALL.slice(0, 2) : ALL.slice(2);
  return graphAnswer({ pages: { __typename: 'PageConnection', nodes, pageInfo } });
};

async function openExport(answer: Parameters<typeof fakeApi>[0][string]) {
  const calls = fakeApi({ 'GRAPH AdminPages': listed(ALL), 'GRAPH AdminPagesPart': answer });
  await openTab('/admin?state=ACTIVE&order=-NAME');
  await rowOf('=1+1');
  await userEvent.click(screen.getByRole('button', { name: 'Export…' }));
  await screen.findByRole('dialog', { name: 'Export 3 rows' });
  return calls;
}

function copying() {
  // Gives this environment a clipboard.
  userEvent.setup();
  return vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
}

it('the whole list is exported with its filter and order, without formulas', async () => {
  const calls = await openExport(inBlocks);
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^pages-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await files[0]?.file.text())?.split('\r\n') ?? [];
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^one,'=1\+1,ACTIVE,ana@example\.org,1234,2026-01-02T10:00:00Z,http.*\/d\/one$/);
  // An unknown count is not 0.
  expect(lines[2]).toMatch(/^two,Name of two,ACTIVE,ana@example\.org,,2026/);
  const variables = { filter: { state: 'ACTIVE' }, orderBy: 'NAME', descending: true };
  expect(sent(calls, 'AdminPagesPart')).toMatchObject([
    { after: null, ...variables },
    { after: 'two', ...variables },
  ]);
});

it('an export runs in development, where React mounts each component twice', async () => {
  standInForBrowser();
  const exported = { columns: [{ head: 'adminPages.idHead', value: () => 'one' }] } as const;
  const read = async (signal: AbortSignal) => {
    signal.throwIfAborted();
    return [{ cells: ['one'], link: '' }];
  };
  render(
    <StrictMode>
      <ExportDialog name="pages" exported={exported} total={1} read={read} onClose={() => {}} />
    </StrictMode>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
});

it('the links of all pages are copied', async () => {
  const copied = copying();
  await openExport(inBlocks);
  await userEvent.click(screen.getByRole('button', { name: 'Copy links' }));
  expect(await screen.findByText('3 links copied')).toBeDefined();
  expect(copied.mock.calls.at(-1)?.[0]?.split('\n')).toEqual(
    ['one', 'two', 'three'].map((id) => `${window.location.origin}/d/${id}`),
  );
});

it('links that the browser does not copy after the wait are copied at a second press, without reading again', async () => {
  const copied = copying().mockRejectedValueOnce(new DOMException('too late', 'NotAllowedError'));
  const calls = await openExport(inBlocks);
  await userEvent.click(screen.getByRole('button', { name: 'Copy links' }));
  expect(await screen.findByText('The links are read. Press “Copy links” once more.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Copy links' }));
  expect(await screen.findByText('3 links copied')).toBeDefined();
  expect(copied.mock.calls.at(-1)?.[0]?.split('\n')).toHaveLength(3);
  expect(sent(calls, 'AdminPagesPart')).toHaveLength(2);
});

it('a list that cannot be read shows an error, and no file is saved', async () => {
  await openExport(graphRefusal('UNAVAILABLE', 503, 'Unavailable'));
  await userEvent.click(screen.getByRole('button', { name: 'Spreadsheet (CSV)' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(files).toEqual([]);
});

it('keys search the list, open a row, and show themselves', async () => {
  fakeApi({ 'GRAPH AdminPages': listed(ALL), 'GRAPH AdminPage': graphAnswer({ adminPage: ALL[1] }) });
  await openTab();
  await rowOf('Name of two');
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.getAttribute('data-row')).toBe('0');
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Shortcuts' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'));
  await userEvent.keyboard('jjk');
  expect(document.activeElement).toBe(screen.getByRole('rowheader', { name: /^Name of two/ }).closest('tr'));
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Name of two' }));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: /Name of two/ })).toBeDefined();
});
