import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSession } from '../testing/samples.ts';
import { currentSession, endSession, lastSessionEnd, replaceUser, restoreSession, startSession } from './session.ts';
import { storedToken } from './stored-session.ts';

let stop: (() => void) | undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  stop?.();
  stop = undefined;
  vi.restoreAllMocks();
  endSession('expired');
});

function changedElsewhere(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'session', storageArea: localStorage }));
}

/** Simulates what the browser does with session cookies when it closes. */
function closeBrowser(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the client sets it
  document.cookie = 'volant_browser=; Max-Age=0; Path=/';
  sessionStorage.clear();
}

/** Restarts the application as a new tab does. */
function openTab() {
  stop?.();
  stop = restoreSession();
  return currentSession();
}

describe.each([
  ['remembered', true],
  ['not remembered', false],
])('a session that is %s', (_, remember) => {
  it('is shared with new tabs and their public pages, even after the first tab closes', () => {
    startSession(sampleSession, remember);
    sessionStorage.clear();
    expect(openTab()).toEqual(sampleSession);
    expect(storedToken()).toBe('token-1');
  });

  it(`${remember ? 'outlives' : 'ends with'} the browser`, () => {
    startSession(sampleSession, remember);
    closeBrowser();
    expect(storedToken()).toBe(remember ? 'token-1' : undefined);
    expect(openTab()).toEqual(remember ? sampleSession : null);
    expect(localStorage.getItem('session') === null).toBe(!remember);
  });

  it('keeps an updated user and the lifetime', () => {
    startSession(sampleSession, remember);
    replaceUser({ ...sampleSession.user, username: 'new.name' });
    expect(openTab()?.user.username).toBe('new.name');
    closeBrowser();
    expect(openTab() === null).toBe(!remember);
  });

  it('clears its storage when it ends', () => {
    startSession(sampleSession, remember);
    endSession('logout');
    expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
  });
});

it('sets a cookie without personal data, for this site only', () => {
  const set = vi.spyOn(document, 'cookie', 'set');
  startSession(sampleSession, false);
  expect(set.mock.calls).toEqual([['volant_browser=1; Path=/; SameSite=Strict']]);
});

it.each(['', 'x', '{}', '[]', '1', 'null', '{"token":"","user":{}}', '{"token":"t","user":{"id":1}}'])(
  'ignores %j in storage',
  (text) => {
    localStorage.setItem('session', text);
    expect(openTab()).toBeNull();
  },
);

it('ends here when another tab signs out', () => {
  startSession(sampleSession, true);
  openTab();
  localStorage.removeItem('session');
  changedElsewhere();
  expect(currentSession()).toBeNull();
  expect(lastSessionEnd()).toBe('elsewhere');
});

it('begins here when another tab signs in', () => {
  openTab();
  localStorage.setItem('session', JSON.stringify(sampleSession));
  changedElsewhere();
  expect(currentSession()).toEqual(sampleSession);
});

it('switches to another user when another tab signs in, even if this tab had its own session', () => {
  sessionStorage.setItem('session', JSON.stringify(sampleSession));
  expect(openTab()).toEqual(sampleSession);
  localStorage.setItem('session', JSON.stringify({ ...sampleSession, token: 'other' }));
  changedElsewhere();
  expect(currentSession()?.token).toBe('other');
  expect(openTab()?.token).toBe('other');
});

it('is not restored by a response in a tab that has not noticed the log-out yet', () => {
  startSession(sampleSession, true);
  localStorage.removeItem('session');
  replaceUser(sampleSession.user);
  expect(localStorage.getItem('session')).toBeNull();
});

describe('a browser that forbids', () => {
  const forbid = () => {
    throw new DOMException('Denied', 'SecurityError');
  };

  it('cookies keeps the session in its tab until that closes', () => {
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    startSession(sampleSession, false);
    expect(openTab()).toEqual(sampleSession);
    expect(localStorage.getItem('session')).toBeNull();
    closeBrowser();
    expect(openTab()).toBeNull();
  });

  it.each([true, false])('storage keeps the session in memory (remember: %s)', (remember) => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(forbid);
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(forbid);
    startSession(sampleSession, remember);
    expect(currentSession()).toEqual(sampleSession);
    replaceUser({ ...sampleSession.user, username: 'new.name' });
    expect(currentSession()?.user.username).toBe('new.name');
    endSession('logout');
    expect(currentSession()).toBeNull();
  });

  it('full storage never keeps the previous user', () => {
    startSession({ ...sampleSession, token: 'before' }, true);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbid);
    startSession(sampleSession, true);
    vi.restoreAllMocks();
    expect(openTab()).toBeNull();
  });
});
