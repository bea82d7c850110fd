import { beforeEach, expect, it, vi } from 'vitest';
import { startOrShowError } from './nothing-came.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="root" inert></div>';
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
});

it('says in the chosen language that nothing came, and declares it', async () => {
  localStorage.language = 'ar';
  await expect(startOrShowError(() => Promise.reject(new Error('no code')))).rejects.toThrow('no code');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(document.querySelector('h1')?.textContent).toMatch(/\p{Script=Arabic}/u);
});
