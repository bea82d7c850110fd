import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { cardReference } from './card-reference.ts';
import PrintDialog from './print-dialog.tsx';

const page = { id: 'qpjhhrvifhcbd2nb9ss3vmcq', displayName: 'Airports 12' };

it.each([
  ['of a batch, whose names are notes of its order', { ...page, state: 'ACTIVE' }, { id: 'b', numbers: [12] }, false],
  ['that nobody has claimed', { ...page, state: 'UNCLAIMED' }, undefined, false],
  ['of drivers', { ...page, state: 'ACTIVE' }, undefined, true],
])('the names of cards %s are printed only if wanted', async (_, sample, batch, printed) => {
  const choice = { by: 'pages', pages: [sample] } as const;
  const props = { choice: { ...choice, pages: [...choice.pages] }, count: 1, sample, ...(batch && { batch }) };
  await renderScreen(() => <PrintDialog {...props} onClose={vi.fn()} />, '/admin');
  const dialog = within(await screen.findByRole('dialog', { name: 'Print 1 page' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Print the name of each page' }).checked).toBe(printed);
});

it.each([
  [{ ...page, number: 12 }, '12 · s3vmcq'],
  [page, 's3vmcq'],
  [{ ...page, id: 'demo-berline' }, 'demo-berline'],
  [{ ...page, id: 'taxis-de-lyon-0042' }, 'n-0042'],
])('a card is told from others by what stands on its back: %j', (card, reference) => {
  expect(cardReference(card)).toBe(reference);
});
