import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useShortcuts } from './use-shortcuts.ts';

const KEYS = ['?', '/', 'j', 'k', 'e', 'r'];
const pressed: string[] = [];

function Screen() {
  useShortcuts(Object.fromEntries(KEYS.map((key) => [key, () => pressed.push(key)])));
  return (
    <>
      <input type="checkbox" data-testid="checkbox" />
      <input type="radio" data-testid="radio" />
      <input type="file" data-testid="file" />
      <button type="button" data-testid="button" />
      <a href="/d/one" data-testid="link">
        One
      </a>
      <table>
        <tbody>
          <tr tabIndex={0} data-testid="row" />
        </tbody>
      </table>
      <select data-testid="select">
        <option>Resolved</option>
      </select>
      {['text', 'search', 'email', 'tel', 'url', 'password', 'number', 'date'].map((type) => (
        <input key={type} type={type} data-testid={type} />
      ))}
      <input data-testid="input" />
      <textarea data-testid="textarea" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as an editor of texts */}
      <div contentEditable suppressContentEditableWarning tabIndex={0} data-testid="editable" />
      <div role="dialog">
        <input type="checkbox" data-testid="box of a dialog" />
        <button type="button" data-testid="button of a dialog" />
      </div>
      <div popover="auto">
        <button type="button" data-testid="entry of a menu" />
      </div>
    </>
  );
}

beforeEach(() => {
  pressed.length = 0;
  render(<Screen />);
});
afterEach(cleanup);

async function pressAllOn(name: string) {
  screen.getByTestId(name).focus();
  expect(document.activeElement).toBe(screen.getByTestId(name));
  for (const key of KEYS) await userEvent.keyboard(key);
}

it.each(['checkbox', 'radio', 'file', 'button', 'link', 'row'])('keys run while a %s has the focus', async (name) => {
  await pressAllOn(name);
  expect(pressed).toEqual(KEYS);
});

it.each([
  ...['text', 'search', 'email', 'tel', 'url', 'password', 'number', 'date', 'input', 'textarea', 'editable'],
  ...['box of a dialog', 'button of a dialog', 'entry of a menu'],
])('keys are left to a focused %s', async (name) => {
  await pressAllOn(name);
  expect(pressed).toEqual([]);
});

it('letters choose an option of a focused select, and other keys run', async () => {
  await pressAllOn('select');
  expect(pressed).toEqual(['?', '/']);
});
