import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../../session/session.ts';
import { fakeApi, graphAnswer, variablesOf } from '../../testing/fake-api.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePage, sampleProfile, sampleSession } from '../../testing/samples.ts';
import { Component as EditorPage } from './editor-page.tsx';

const item = (name: string, value: string) => ({ id: name, name, value, icon: 'star.svg', color: '#EAB308' });
const customFields = [item('Plate', 'AA-123-AA'), item('Price', '80 €'), item('Booking', 'booking.example')];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  endSession('expired');
  startSession(sampleSession, false);
});

const open = async (fields = customFields) => {
  const page = samplePage({ profile: sampleProfile({ customFields: fields }) });
  const calls = fakeApi({
    'GRAPH Editor': graphAnswer({ page }),
    'GRAPH UpdatePage': graphAnswer({ updatePage: page }),
  });
  await renderScreen(EditorPage, '/editor/:id', '/editor/page-1');
  await screen.findByLabelText('Full name');
  return calls;
};
const line = (name: RegExp) => screen.getByRole('button', { name, expanded: false });
const names = () => [...document.querySelectorAll('.custom-item__name')].map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });

it('an item is collapsed until it is opened, and then stays open', async () => {
  await open();
  expect(screen.queryByLabelText('Value or link')).toBeNull();
  await userEvent.click(line(/Plate AA-123-AA/));
  expect(screen.getByLabelText<HTMLInputElement>('Value or link').value).toBe('AA-123-AA');
  await userEvent.click(line(/Price/));
  expect(screen.getAllByLabelText('Value or link')).toHaveLength(2);
});

it('a new item is open and focused; an incomplete one is not saved', async () => {
  const calls = await open();
  await userEvent.click(button('Add an item'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await userEvent.type(screen.getByLabelText('Name'), 'Hours');
  expect(screen.getByText('Incomplete, not saved')).toBeDefined();
  await userEvent.click(button('Save'));
  await screen.findByText('Page saved successfully!');
  const { input } = variablesOf(calls[1]) as { input: { profile: { customFields: { name: string }[] } } };
  expect(input.profile.customFields.map(({ name }) => name)).toEqual(['Plate', 'Price', 'Booking']);
});

it('a chip adds its item with label, icon and colour, the focus in the value, and is not offered again', async () => {
  const calls = await open();
  await userEvent.click(button('Show all'));
  await userEvent.click(button('Child seat'));
  const value = screen.getByLabelText<HTMLInputElement>('Value or link');
  await waitFor(() => expect(document.activeElement).toBe(value));
  expect(value.placeholder).toBe('Yes, booster on request');
  expect(screen.queryByRole('button', { name: 'Child seat' })).toBeNull();
  fill(value, 'On request');
  await userEvent.click(button('Save'));
  await screen.findByText('Page saved successfully!');
  const { input } = variablesOf(calls[1]) as { input: { profile: { customFields: object[] } } };
  expect(input.profile.customFields.at(-1)).toMatchObject({
    ...{ name: 'Child seat', value: 'On request', icon: 'heart.svg', color: '#EC4899' },
  });
});

it('offers five chips, and all others on request', async () => {
  await open([]);
  const offered = () => within(screen.getByRole('group', { name: 'Add with one tap' })).getAllByRole('button');
  expect(offered()).toHaveLength(6);
  await userEvent.click(button('Show all'));
  expect(offered()).toHaveLength(20);
});

it('a chip is not offered for an item that has its label in another language', async () => {
  await open([item('Siège enfant', 'oui')]);
  expect(screen.queryByRole('button', { name: 'Child seat' })).toBeNull();
  await userEvent.click(button('Show all'));
  expect(screen.queryByRole('button', { name: 'Child seat' })).toBeNull();
  expect(button('Hours')).toBeDefined();
});

it('no chip is offered once the page has as many items as it may have', async () => {
  await open(Array.from({ length: 19 }, (_, index) => item(`Item ${index}`, 'x')));
  await userEvent.click(button('Show all'));
  await userEvent.click(button('Hours'));
  expect(screen.queryByRole('group', { name: 'Add with one tap' })).toBeNull();
});

it('on a phone, a new item closes the others', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList,
  );
  await open();
  await userEvent.click(line(/Plate/));
  await userEvent.click(button('Show all'));
  await userEvent.click(button('Hours'));
  expect(screen.getAllByLabelText('Value or link')).toHaveLength(1);
  vi.restoreAllMocks();
});

it('buttons reorder items and announce it', async () => {
  await open();
  await userEvent.click(line(/Plate/));
  await userEvent.click(button('Move item 1 down'));
  expect(names()).toEqual(['Price', 'Plate', 'Booking']);
  expect(screen.getByText('Plate is now at position 2 of 3.')).toBeDefined();
  await userEvent.click(button('Move item 2 up'));
  expect(names()).toEqual(['Plate', 'Price', 'Booking']);
});

it('undo restores a deleted item in place and returns the focus', async () => {
  await open();
  await userEvent.click(line(/Price/));
  await userEvent.click(button('Delete Price'));
  expect(names()).toEqual(['Plate', 'Booking']);
  expect(screen.getByText('Price deleted')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(button('Undo')));
  await userEvent.click(button('Undo'));
  expect(names()).toEqual(['Plate', 'Price', 'Booking']);
  expect(screen.getByLabelText<HTMLInputElement>('Value or link').value).toBe('80 €');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it.each([
  ['Icon', 17, 'None', 'Palette', '17 icons'],
  ['Colour', 12, 'Red', 'Emerald', '12 colours'],
])('%s is selected by keyboard among named choices', async (label, count, first, last) => {
  await open();
  await userEvent.click(line(/Plate/));
  (await screen.findByRole('button', { name: new RegExp(`${label}$`) })).focus();
  await userEvent.keyboard('{Enter}');
  const choices = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(choices).toHaveLength(count);
  expect(choices[0]?.textContent).toBe(first);
  expect(choices.at(-1)?.textContent).toBe(last);
  await userEvent.keyboard('{End}{Enter}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(screen.getByRole('button', { name: new RegExp(`${label}$`) }).textContent).toContain(last);
});
