import { afterEach, expect, it } from 'vitest';
import { isNativeNavigation } from './native-navigation.ts';

afterEach(() => document.body.replaceChildren());

function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const made = document.createElement('a');
  made.href = href;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
const press = (init: MouseEventInit = {}) => new MouseEvent('click', init);

it.each([
  ['another screen', '/login', {}, false],
  ['the same screen', '/', {}, false],
  ['a place on the same screen', '#products', {}, true],
  ['a place on another', '/tutorial#step2', {}, false],
  ['another site', 'https://shop.example/', {}, true],
  ['another tab', '/login', { target: '_blank' }, true],
  ['a mail program', 'mailto:a@example.org', {}, true],
])('leaves links to %s to the browser: %s %o, %s', (_, href, attributes, elsewhere) => {
  expect(isNativeNavigation(link(href, attributes), press())).toBe(elsewhere);
});

it('leaves clicks that open another tab or window to the browser', () => {
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    expect(isNativeNavigation(link('/login'), press(init))).toBe(true);
  }
  expect(isNativeNavigation(document.createElement('button'), press({ ctrlKey: true }))).toBe(false);
});
