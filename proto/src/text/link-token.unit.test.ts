import { expect, it } from 'vitest';
import { linkTokenIn } from './link-token.ts';

it.each([
  'ab_c.d-e',
  ' ab_c.d-e.\n',
  '« ab_c.d-e »,',
  'ab_c.d-e>',
  'ab_\r\nc.d-e',
  'ab_=\r\nc.d-e',
  'ab_\n> c.d-e',
  'ab_\u200bc.d-e\u00ad',
  'ab_c.d-e&utm_source=mail',
  'ab_c.d-e#top',
  'token=ab_c.d-e',
  '?token%3Dab_c.d-e',
  '?lang=fr&Token=ab_c.d-e',
  'Your link: https://volant.example/handover?token=ab_c.d-e.',
])('finds the token in %j', (text) => expect(linkTokenIn(text)).toBe('ab_c.d-e'));

it.each(['', ' ', '.', '?token=', '?token=&x=y', '=\n'])('finds none in %j', (text) =>
  expect(linkTokenIn(text)).toBe(''),
);
