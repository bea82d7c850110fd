import { ApolloClient } from '@apollo/client';
import { ApolloLink } from '@apollo/client/link';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { DashboardDocument } from '../features/dashboard/dashboard-page.generated.ts';
import { ClaimPageDocument } from '../session/claim.generated.ts';
import { currentSession, endSession, followSession, startSession } from '../session/session.ts';
import { fakeApi, graphAnswer, graphRefusal } from '../testing/fake-api.ts';
import { samplePage, samplePages, sampleSession } from '../testing/samples.ts';
import { createCache } from './cache.ts';
import { apolloClient } from './client.ts';
import { createOtherBuildLink, retryLink } from './links.ts';
import { OTHER_BUILD, serverLink } from './server-link.ts';

const page = (id: string) => samplePage({ id });
const unknown = graphRefusal(OTHER_BUILD, 400, 'Not known.');
const reload = vi.fn();

function freshClient() {
  return new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([createOtherBuildLink(reload), retryLink, serverLink]),
  });
}
const dashboard = (client = freshClient(), after: string | null = null) =>
  client.query({ query: DashboardDocument, variables: { after }, fetchPolicy: 'network-only' });
const cachedPages = () => Object.keys(apolloClient.cache.extract() as object);
const claim = (client = freshClient()) =>
  client.mutate({ mutation: ClaimPageDocument, variables: { id: 'a' }, context: { idempotencyKey: 'key-1' } });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('elsewhere');
  reload.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an operation', () => {
  it('is sent as its hash, with credentials, language and key, and the token only where one is stored', async () => {
    const calls = fakeApi({ 'GRAPH ClaimPage': graphAnswer({ claimPage: page('a') }) });
    await claim();
    startSession(sampleSession, false);
    await claim();
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/graphql', credentials: 'include' });
    expect(calls[0]?.body).toEqual({
      operationName: 'ClaimPage',
      variables: { id: 'a' },
      extensions: { persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual([null, 'Bearer token-1']);
    expect(calls[0]?.headers.get('Accept-Language')).toBe('fr');
    expect(calls[0]?.headers.get('Idempotency-Key')).toBe('key-1');
  });

  it('reports a refusal as one error with the message, the code and the time to wait', async () => {
    const refusal = { code: 'TOO_MANY_REQUESTS', status: 429, retryAfterSeconds: 30 };
    fakeApi({ 'GRAPH ClaimPage': { body: { data: null, errors: [{ message: 'Slow down.', extensions: refusal }] } } });
    const error = await claim().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', text: 'Slow down.', retryAfter: 30 });
  });

  it('with a missing part returns the rest', async () => {
    const { body } = graphAnswer(samplePages([samplePage({ viewCount: null })]));
    const errors = [{ message: 'Later.', extensions: { code: 'UNAVAILABLE', status: 503 } }];
    fakeApi({ 'GRAPH Dashboard': { body: { ...(body as object), errors } } });
    expect((await dashboard()).data?.myPages.nodes[0]?.viewCount).toBeNull();
  });

  it.each([{}, { data: null }, 'x'])('answered with %j is an error', async (body) => {
    fakeApi({ 'GRAPH ClaimPage': { body } });
    await expect(claim()).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER' });
  });

  it('is retried once on a network failure, unless it is a mutation', async () => {
    const calls = fakeApi({});
    await expect(dashboard()).rejects.toBeInstanceOf(NetworkError);
    expect(calls).toHaveLength(2);
    await expect(claim()).rejects.toBeInstanceOf(NetworkError);
    expect(calls).toHaveLength(3);
  });
});

describe('a session that is over', () => {
  const over = graphRefusal('UNAUTHENTICATED', 401, 'Sign in.');

  it('is cleared once, however many operations report it', async () => {
    startSession(sampleSession, true);
    fakeApi({ 'GRAPH Dashboard': over, 'GRAPH ClaimPage': over });
    const ended = vi.fn();
    const stop = followSession(ended);
    await Promise.allSettled([dashboard(), claim()]);
    stop();
    expect([currentSession(), localStorage.getItem('session')]).toEqual([null, null]);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('leaves a newer session alone', async () => {
    startSession(sampleSession, false);
    fakeApi({
      'GRAPH ClaimPage': () => {
        startSession({ ...sampleSession, token: 'token-2' }, false);
        return over;
      },
    });
    await expect(claim()).rejects.toBeInstanceOf(ApiError);
    expect(currentSession()?.token).toBe('token-2');
  });

  it('clears the data read with it', async () => {
    startSession(sampleSession, false);
    fakeApi({ 'GRAPH Dashboard': graphAnswer(samplePages([page('a')])) });
    await dashboard(apolloClient);
    expect(cachedPages()).toContain('Page:a');
    endSession('expired');
    expect(cachedPages()).not.toContain('Page:a');
  });

  it('aborts operations still in progress', async () => {
    startSession(sampleSession, false);
    fakeApi({
      'GRAPH Dashboard': () => {
        startSession({ ...sampleSession, token: 'token-2' }, false);
        return graphAnswer(samplePages([page('a')]));
      },
    });
    await expect(dashboard(apolloClient)).rejects.toThrow('session changed');
    expect(cachedPages()).not.toContain('Page:a');
  });
});

describe('a server of another build', () => {
  it('is retried, because the next instance may know the operation', async () => {
    let tries = 0;
    fakeApi({ 'GRAPH ClaimPage': () => (++tries < 3 ? unknown : graphAnswer({ claimPage: page('a') })) });
    expect((await claim()).data?.claimPage.id).toBe('a');
  });

  it('reloads the page once', async () => {
    const calls = fakeApi({ 'GRAPH Dashboard': unknown });
    await expect(dashboard()).rejects.toMatchObject({ code: OTHER_BUILD });
    expect(calls).toHaveLength(3);
    expect(reload).toHaveBeenCalledTimes(1);
    await expect(dashboard()).rejects.toMatchObject({ code: OTHER_BUILD });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload after a mutation, so that typed input stays', async () => {
    fakeApi({ 'GRAPH ClaimPage': unknown });
    await expect(claim()).rejects.toMatchObject({ code: OTHER_BUILD });
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('the cache', () => {
  it('appends the next part of a list without duplicates, and restarts the list without a cursor', async () => {
    const client = freshClient();
    const idsAfter = (cursor: string | null, ...ids: string[]) => {
      fakeApi({ 'GRAPH Dashboard': graphAnswer(samplePages(ids.map(page))) });
      return dashboard(client, cursor).then(() =>
        client.readQuery({ query: DashboardDocument, variables: { after: null } })?.myPages.nodes.map(({ id }) => id),
      );
    };
    expect(await idsAfter(null, 'a', 'b')).toEqual(['a', 'b']);
    expect(await idsAfter('cursor', 'b', 'c')).toEqual(['a', 'b', 'c']);
    expect(await idsAfter(null, 'z', 'a')).toEqual(['z', 'a']);
  });

  it('shows a change everywhere the page appears', async () => {
    const client = freshClient();
    fakeApi({ 'GRAPH Dashboard': graphAnswer(samplePages([page('a')])) });
    await dashboard(client);
    client.cache.modify({ id: 'Page:a', fields: { displayName: () => 'New' } });
    expect(client.readQuery({ query: DashboardDocument, variables: {} })?.myPages.nodes[0]?.displayName).toBe('New');
  });
});
