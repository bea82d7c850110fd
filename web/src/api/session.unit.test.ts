import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleSession } from '../testing/samples.ts';
import { currentSession, endSession, lastSessionEnd, restoreSession, startSession } from './session.ts';

let stop: (() => void) | undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  stop?.();
  stop = undefined;
  endSession('expired');
});

function changedElsewhere(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'session', storageArea: localStorage }));
}

it('lives with the browser session unless it is to be remembered (acceptance 11, 40)', () => {
  startSession(sampleSession, false);
  expect(localStorage.getItem('session')).toBeNull();
  expect(JSON.parse(sessionStorage.getItem('session') ?? '')).toEqual(sampleSession);
  startSession(sampleSession, true);
  expect(sessionStorage.getItem('session')).toBeNull();
  expect(JSON.parse(localStorage.getItem('session') ?? '')).toEqual(sampleSession);
});

it('is taken up from storage at the start (acceptance 11)', () => {
  localStorage.setItem('session', JSON.stringify(sampleSession));
  stop = restoreSession();
  expect(currentSession()).toEqual(sampleSession);
});

it.each(['', 'x', '{}', '{"token":"","user":{}}', '{"token":"t","user":{"id":1}}'])('ignores %j in storage', (text) => {
  localStorage.setItem('session', text);
  stop = restoreSession();
  expect(currentSession()).toBeNull();
});

it('ends here when another tab signs out (acceptance 20)', () => {
  localStorage.setItem('session', JSON.stringify(sampleSession));
  stop = restoreSession();
  localStorage.removeItem('session');
  changedElsewhere();
  expect(currentSession()).toBeNull();
  expect(lastSessionEnd()).toBe('elsewhere');
});

it('begins here when another tab signs in for good', () => {
  stop = restoreSession();
  localStorage.setItem('session', JSON.stringify(sampleSession));
  changedElsewhere();
  expect(currentSession()).toEqual(sampleSession);
});

it('of this tab alone is not touched by another tab’s', () => {
  sessionStorage.setItem('session', JSON.stringify(sampleSession));
  stop = restoreSession();
  localStorage.setItem('session', JSON.stringify({ ...sampleSession, token: 'other' }));
  changedElsewhere();
  expect(currentSession()?.token).toBe('token-1');
});
