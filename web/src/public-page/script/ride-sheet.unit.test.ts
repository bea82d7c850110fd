import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RideWay } from '../view/ride.tsx';

const whatsapp: RideWay = { way: 'whatsapp', href: 'https://wa.me/33639980001', click: 'CLICK_WHATSAPP' };

async function press(root: HTMLElement): Promise<void> {
  const { openRideSheet } = await import('./ride-sheet.ts');
  openRideSheet({ root, opener: root, ways: [whatsapp], texts: undefined, onWay: () => {} });
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
});

it('the form opens once however often its button is pressed while it loads', async () => {
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
  document.querySelectorAll<HTMLInputElement>('[type=radio]')[1]?.click();
  for (const [chosen, isValid] of [
    ['2026-11-07', false],
    ['2026-11-08', true],
    ['2027-01-03', true],
  ] as const) {
    day.value = chosen;
    expect([chosen, day.checkValidity()]).toEqual([chosen, isValid]);
  }
});

it('needs one place only, and asks for a driver now', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 12) });
  await press(document.body);
  const field = <Kind extends Element>(selector: string) => {
    const found = document.querySelector<Kind>(selector);
    if (found === null) throw new Error(`the form has no ${selector}`);
    return found;
  };
  const message = () => new URL(field<HTMLAnchorElement>('.ride-way').href).searchParams.get('text');
  const type = (selector: string, value: string) => {
    const input = field<HTMLInputElement>(selector);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const at = field<HTMLFieldSetElement>('fieldset');
  const [fewer, more] = document.querySelectorAll<HTMLButtonElement>('.ride-counter:has(#ride-passengers) button');
  type('#ride-to', 'Orly');
  more?.click();
  more?.click();
  fewer?.click();
  expect([at.disabled, message()?.split('\n').slice(1)]).toEqual([
    true,
    [
      'Arrivée\u00a0: Orly',
      'Date\u00a0: lundi 30 novembre 2026',
      'Heure\u00a0: dès que possible',
      'Passagers\u00a0: 2',
    ],
  ]);

  document.querySelectorAll<HTMLInputElement>('[type=radio]')[1]?.click();
  type('#ride-time', '18:45');
  expect([at.disabled, field<HTMLInputElement>('#ride-day').value]).toEqual([false, '2026-11-30']);
  expect(message()).toContain('Heure\u00a0: 18:45');
});
