// @vitest-environment node
import fc from 'fast-check';
import { createContext, createElement, memo, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { palette } from '../features/public-page/palette.ts';
import { PublicPage } from '../features/public-page/public-page.tsx';
import { staticMarkup } from './static-markup.ts';

/** Texts of all kinds, with frequent special cases. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', ' ', 'taxi.example.com', 'https://taxi.example.com/a?b=c&d', '@taxi', '+33 6 39 98 00 01', '<b>'),
);
const profile = fc.record({
  name: text,
  company: text,
  bio: text,
  phone: text,
  email: fc.oneof(text, fc.emailAddress()),
  whatsapp: text,
  website: fc.oneof(text, fc.webUrl()),
  instagram: text,
  displayStyle: fc.constantFrom('modern', 'minimal', 'buttons', 'other'),
  customFields: fc.array(
    fc.record({
      id: text,
      name: text,
      value: text,
      icon: fc.constantFrom('', 'star.svg', 'other.svg'),
      color: fc.oneof(text, fc.constantFrom(...Object.values(palette))),
    }),
    { maxLength: 4 },
  ),
});

let drawn = 0;
const Sign = memo(function Sign({ of, size = 1 }: { of: string; size?: number }): ReactNode {
  drawn += 1;
  return <b title={of}>{size}</b>;
});
const Context = createContext('a');

describe('the markup of pure components', () => {
  it('equals React’s for any page', () => {
    fc.assert(
      fc.property(
        profile,
        text,
        fc.option(fc.constantFrom('/uploads/a.jpg'), { nil: undefined }),
        (blocks, name, avatar) => {
          const page = <PublicPage profile={blocks} displayName={name} avatar={avatar} desk={<aside>{name}</aside>} />;
          // React adds preloads of pictures in front.
          expect(staticMarkup(page)).toBe(renderToStaticMarkup(page).replace(/^(?:<link rel="preload"[^>]*>)+/, ''));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is cached for equal props only', () => {
    const all = (
      <p>
        <Sign of="a" />
        <Sign of="a" size={2} />
        <Sign of="b" />
      </p>
    );
    const markup = '<p><b title="a">1</b><b title="a">2</b><b title="b">1</b></p>';
    expect([staticMarkup(all), staticMarkup(all), drawn]).toEqual([markup, markup, 3]);
  });

  it.each([
    ['a provider', <Context key="" value="b" />],
    ['a handler', <button type="button" key="" onClick={() => undefined} />],
    ['a style', <p key="" style={{ color: 'red' }} />],
    ['a switch it does not know', <input key="" disabled />],
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the test expects a rejection
    ['raw markup', createElement('p', { dangerouslySetInnerHTML: { __html: '<b>' } })],
  ])('rejects %s', (_, node) => {
    expect(() => staticMarkup(node)).toThrow();
  });
});
