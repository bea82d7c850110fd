import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEarlyAnswer } from '../api/early-answer.ts';
import { apolloClient } from '../apollo/client.ts';
import { DashboardDocument } from '../features/dashboard/dashboard-page.generated.ts';
import { EditorDocument } from '../features/editor/editor-page.generated.ts';
import { documents } from '../server/documents.ts';
import { currentSession, endSession, startSession } from '../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal, variablesOf } from '../testing/fake-api.ts';
import { samplePages, sampleSession } from '../testing/samples.ts';
import { askForScreen } from './send-first-query.ts';

const page = {
  __typename: 'Page',
  id: 'abc',
  displayName: 'Ours',
  state: 'ACTIVE',
  avatar: null,
  blocks: [],
  indexable: false,
  version: 1,
};
const editor = { 'GRAPH Editor': graphAnswer({ page }) };

/** Opens the document of a screen at an address. */
function openDocument(path: string, pattern = path, waiting?: string): void {
  window.history.replaceState(null, '', path);
  const query = documents.find((one) => one.path === pattern)?.live?.query;
  expect(query).toBeDefined();
  askForScreen({ query, waiting });
}

const readPage = (id: string) =>
  apolloClient.query({ query: EditorDocument, variables: { id }, fetchPolicy: 'network-only' });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('elsewhere');
  forgetEarlyAnswer();
  startSession(sampleSession, false);
});
afterEach(async () => {
  await apolloClient.clearStore();
  vi.unstubAllGlobals();
});

describe('the early query', () => {
  it.each(documents.flatMap(({ path, live }) => (live?.query === undefined ? [] : [[path, live.query] as const])))(
    'of %s has a hash that the server knows',
    (_path, query) => {
      expect(JSON.parse(query)).toMatchObject({
        operationName: expect.stringMatching(/^[A-Z]/),
        extensions: { persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      });
    },
  );

  it('is sent once, and answers the screen’s own query', async () => {
    const calls = fakeApi(editor);
    openDocument('/editor/abc', '/editor/:id');
    expect(calls).toHaveLength(1);
    const { data } = await readPage('abc');
    expect(data?.page).toMatchObject({ displayName: 'Ours' });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers.get('Authorization')).toBe(`Bearer ${sampleSession.token}`);
    expect(calls[0]?.credentials).toBe('include');
    // A second read sends a second request.
    await readPage('abc');
    expect(calls).toHaveLength(2);
  });

  it('comes with the code of the first part, unless the address shows another one', () => {
    fakeApi({ 'GRAPH AdminPages': graphAnswer({}) });
    const live = documents.find(({ path }) => path === '/admin')?.live;
    const preloaded = () =>
      [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'));
    for (const [search, expected] of [
      ['?tab=users', []],
      ['', ['/assets/first.js']],
    ] as const) {
      window.history.replaceState(null, '', `/admin${search}`);
      askForScreen({ query: live?.query, firstScripts: '/assets/first.js' });
      expect(preloaded()).toEqual(expected);
    }
    document.head.replaceChildren();
  });

  it('is identical to the client’s request', async () => {
    const calls = fakeApi({ ...editor, 'GRAPH Dashboard': graphAnswer(samplePages([])) });
    openDocument('/dashboard');
    await apolloClient.query({ query: DashboardDocument, fetchPolicy: 'network-only' });
    expect(calls).toHaveLength(1);
  });

  it.each(["$& $' $1", '"quoted"', 'espacé'])('takes the id %s from the address', async (id) => {
    const calls = fakeApi(editor);
    openDocument(`/editor/${encodeURIComponent(id)}`, '/editor/:id');
    expect(variablesOf(calls[0])).toEqual({ id });
    await readPage(id);
    expect(calls).toHaveLength(1);
  });

  it('of another page is not used', async () => {
    const calls = fakeApi(editor);
    openDocument('/editor/abc', '/editor/:id');
    await readPage('other');
    expect(calls.map((call) => variablesOf(call).id)).toEqual(['abc', 'other']);
  });

  it('is repeated after a network failure', async () => {
    const calls = fakeApi({});
    openDocument('/editor/abc', '/editor/:id');
    await Promise.resolve();
    const again = fakeApi(editor);
    const { data } = await readPage('abc');
    expect(data?.page).toMatchObject({ displayName: 'Ours' });
    expect([calls.length, again.length]).toEqual([1, 1]);
  });

  it('passes a refusal to the screen, which can retry', async () => {
    const calls = fakeApi({ 'GRAPH Editor': graphRefusal('PAGE_NOT_FOUND', 404, 'No such page.') });
    openDocument('/editor/abc', '/editor/:id');
    await expect(readPage('abc')).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' });
    expect(calls).toHaveLength(1);
    await expect(readPage('abc')).rejects.toMatchObject({ code: 'PAGE_NOT_FOUND' });
    expect(calls).toHaveLength(2);
  });

  it('ends an expired session like any other call', async () => {
    fakeApi({ 'GRAPH Editor': graphRefusal('UNAUTHENTICATED', 401, 'Log in again.') });
    openDocument('/editor/abc', '/editor/:id');
    await expect(readPage('abc')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(currentSession()).toBeNull();
  });

  it('is not used for the next user', async () => {
    const calls = fakeApi(editor);
    openDocument('/editor/abc', '/editor/:id');
    endSession('elsewhere');
    startSession({ ...sampleSession, token: 'token-2' }, false);
    await readPage('abc');
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('is dropped if the screen never requests it', async () => {
    const calls = fakeApi(editor);
    openDocument('/editor/abc', '/editor/:id');
    forgetEarlyAnswer();
    await readPage('abc');
    expect(calls).toHaveLength(2);
  });

  it('is not sent without a session, for another role, or if the address has parameters', () => {
    const calls = fakeApi(editor);
    openDocument('/editor/abc', '/editor/:id', 'reader');
    openDocument('/editor/abc?tab=preview', '/editor/:id');
    endSession('elsewhere');
    openDocument('/editor/abc', '/editor/:id');
    expect(calls).toHaveLength(0);
  });
});
