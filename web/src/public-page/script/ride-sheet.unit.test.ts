import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RideWay } from '../view/ride.tsx';

const whatsapp: RideWay = { way: 'whatsapp', href: 'https://wa.me/33639980001', click: 'CLICK_WHATSAPP' };

async function press(root: HTMLElement): Promise<void> {
  const { openRideSheet } = await import('./ride-sheet.ts');
  await openRideSheet({ root, opener: root, ways: [whatsapp], onWay: () => {} });
}

beforeEach(() => {
  // A former file of the same worker may have failed to load the form, which is remembered.
  vi.resetModules();
  // jsdom has neither.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  document.adoptedStyleSheets ??= [];
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  document.documentElement.lang = '';
});

it('the form opens once however often its button is pressed while its texts load', async () => {
  document.documentElement.lang = 'en';
  await Promise.all([press(document.body), press(document.body)]);
  expect(document.querySelectorAll('dialog.ride')).toHaveLength(1);
  document.querySelector('dialog.ride')?.dispatchEvent(new Event('close'));
  await press(document.body);
  expect(document.querySelectorAll('dialog.ride')).toHaveLength(1);
});

it('the form asks for no ride on a day that is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 8, 0, 30) });
  await press(document.body);
  const day = document.querySelector<HTMLInputElement>('#ride-day');
  if (day === null) throw new Error('the form has a day');
  expect(day.min).toBe('2026-11-08');
  for (const [chosen, isValid] of [
    ['2026-11-07', false],
    ['2026-11-08', true],
    ['2027-01-03', true],
  ] as const) {
    day.value = chosen;
    expect([chosen, day.checkValidity()]).toEqual([chosen, isValid]);
  }
});
