import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { SearchPicker } from './search-picker.tsx';

const CITIES = ['Lyon', 'Lille', 'Nice'].map((name) => ({ id: name.toLowerCase(), name }));

beforeEach(() => {
  standInForBrowser();
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => {};
});
afterEach(cleanup);

function Picker({ onChoose }: { readonly onChoose: (city: (typeof CITIES)[number]) => void }) {
  const [search, setSearch] = useState('');
  return (
    <SearchPicker
      label="City"
      placeholder="Any part of the name"
      show="Show cities"
      items={CITIES.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))}
      nothing={`No city called ${search}`}
      search={search}
      onSearch={setSearch}
      onChoose={onChoose}
      nameOf={({ name }) => name}
      detailOf={({ id }) => <span>{`detail of ${id}`}</span>}
    />
  );
}

function open() {
  const onChoose = vi.fn();
  render(<Picker onChoose={onChoose} />);
  return { onChoose, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'City' }) };
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('has the focus and shows everything, and narrows it down during typing', async () => {
  const { field } = open();
  expect(document.activeElement).toBe(field);
  await vi.waitFor(() => expect(options()).toHaveLength(3));
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  await userEvent.type(field, 'l');
  expect(options()).toEqual(['Lyondetail of lyon', 'Lilledetail of lille']);
  await userEvent.type(field, 'x');
  expect(screen.getByText('No city called lx')).toBeDefined();
});

it('moves by arrow keys, tells which option is meant, and chooses it with Enter', async () => {
  const { field, onChoose } = open();
  await vi.waitFor(() => expect(options()).toHaveLength(3));
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const meant = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(meant?.textContent).toContain('Lille');
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ id: 'lille', name: 'Lille' });
});

it('closes with Escape and chooses nothing, and opens again from its button', async () => {
  const { field, onChoose } = open();
  await vi.waitFor(() => expect(options()).toHaveLength(3));
  await userEvent.keyboard('{Escape}');
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: /^Show cities/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Nice/ }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ id: 'nice', name: 'Nice' });
});
