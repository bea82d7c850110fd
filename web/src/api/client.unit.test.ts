import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logIn, logOut, refreshUser } from '../session/auth.ts';
import { currentSession, endSession, followSession, startSession } from '../session/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { sampleSession } from '../testing/samples.ts';
import { ApiError, NetworkError } from './api-error.ts';
import { call } from './client.ts';

const anything = v.unknown();
const login = { email: 'a@example.org', password: 'wrong-1', remember: false };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('elsewhere');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a call', () => {
  it('sends credentials, the JSON content type and the language of the screen, and no token without a session', async () => {
    const calls = fakeApi({ 'GET /api/x': {} });
    await call('/api/x', { answer: anything });
    document.documentElement.lang = 'en';
    await call('/api/x', { answer: anything });
    expect(calls[0]?.credentials).toBe('include');
    expect(calls[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(calls.map(({ headers }) => headers.get('Accept-Language'))).toEqual(['fr', 'en']);
    expect(calls[0]?.headers.has('Authorization')).toBe(false);
    document.documentElement.lang = 'fr';
  });

  it('carries the stored token as a bearer', async () => {
    startSession(sampleSession, false);
    const calls = fakeApi({ 'POST /api/x': {} });
    await call('/api/x', { method: 'POST', body: { a: 1 }, answer: anything });
    expect(calls[0]).toMatchObject({ body: { a: 1 } });
    expect(calls[0]?.headers.get('Authorization')).toBe('Bearer token-1');
  });

  it('turns a refusal into one error with the message, the code and the time to wait', async () => {
    fakeApi({
      'GET /api/x': {
        status: 429,
        body: { error: 'Slow down.', code: 'TOO_MANY_REQUESTS' },
        headers: { 'Retry-After': '30' },
      },
    });
    const error = await call('/api/x', { answer: anything }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', text: 'Slow down.', retryAfter: 30 });
  });

  it('tells a network failure from a refusal', async () => {
    fakeApi({});
    await expect(call('/api/x', { answer: anything })).rejects.toBeInstanceOf(NetworkError);
  });

  it('rejects a response that does not match the schema', async () => {
    fakeApi({ 'GET /api/x': { body: { page: 'no' } } });
    const answering = call('/api/x', { answer: v.object({ page: v.object({}) }) });
    await expect(answering).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER' });
  });
});

describe('a 401', () => {
  const refused = { status: 401, body: { code: 'UNAUTHENTICATED', error: 'Sign in.' } };

  it('ends the session once, even if several signed-in calls are refused', async () => {
    startSession(sampleSession, true);
    fakeApi({ 'GET /api/x': refused, 'GET /api/y': refused });
    const ended = vi.fn();
    const stop = followSession(ended);
    await Promise.allSettled([call('/api/x', { answer: anything }), call('/api/y', { answer: anything })]);
    stop();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('session')).toBeNull();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('of an older session leaves the current session alone', async () => {
    startSession(sampleSession, false);
    fakeApi({
      'GET /api/x': () => {
        startSession({ ...sampleSession, token: 'token-2' }, false);
        return refused;
      },
    });
    await expect(call('/api/x', { answer: anything })).rejects.toBeInstanceOf(ApiError);
    expect(currentSession()?.token).toBe('token-2');
  });

  it('on login is left to the login form', async () => {
    startSession(sampleSession, false);
    fakeApi({ 'POST /api/auth/login': { status: 401, body: { code: 'INVALID_CREDENTIALS', error: 'No.' } } });
    await expect(logIn(login)).rejects.toMatchObject({ status: 401, text: 'No.' });
    expect(currentSession()).not.toBeNull();
  });
});

describe('refreshUser', () => {
  it('stores the new user in the session', async () => {
    startSession(sampleSession, true);
    fakeApi({ 'GET /api/auth/me': { body: { user: { ...sampleSession.user, username: 'new.name' } } } });
    await expect(refreshUser()).resolves.toBe('fresh');
    expect(JSON.parse(localStorage.getItem('session') ?? '')).toMatchObject({
      token: 'token-1',
      user: { username: 'new.name' },
    });
  });

  it.each([401, 404, 500])('ends the session on %i', async (status) => {
    startSession(sampleSession, true);
    fakeApi({ 'GET /api/auth/me': { status } });
    await expect(refreshUser()).resolves.toBe('ended');
    expect(currentSession()).toBeNull();
  });

  it('keeps the session if the network fails', async () => {
    startSession(sampleSession, true);
    fakeApi({});
    await expect(refreshUser()).resolves.toBe('offline');
    expect(currentSession()).toEqual(sampleSession);
  });
});

it('logging out sends the token to the server and clears everything, including drafts, even if the call fails', async () => {
  startSession(sampleSession, true);
  sessionStorage.setItem('draft:user-1:page-1', '{}');
  const calls = fakeApi({});
  logOut();
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem('session')).toBeNull();
  expect(sessionStorage.length).toBe(0);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/auth/logout' });
  expect(calls[0]?.headers.get('Authorization')).toBe('Bearer token-1');
});
