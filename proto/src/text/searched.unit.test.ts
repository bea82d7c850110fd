import { describe, expect, it } from 'vitest';
import { searchedIds, searchedParts } from './searched.ts';

const ONE = 'abcdefghijkmnpqrstuvwxyz';
const OTHER = 'zyxwvutsrqpnmkjihgfedcba';

describe('searchedIds', () => {
  it.each([
    `${ONE} ${OTHER}`,
    `${ONE}, ${OTHER}`,
    `“${ONE}”; “${OTHER}”`,
    `1 ${ONE} Zoé 2 ${OTHER} Ana`,
    `https://volant.example/d/${ONE}?s=qr https://volant.example/d/${OTHER}`,
    `${ONE}|https://volant.example/d/${OTHER}.html|${ONE}`,
  ])('finds both ids in %s', (line) => expect(searchedIds(line)).toEqual([ONE, OTHER]));

  it('finds ids that people chose by their letters and digits', () => {
    expect(searchedIds('taxi75, van-12;list-03')).toEqual(['taxi75', 'van-12', 'list-03']);
  });

  it.each(['', ONE, `1;${ONE};https://volant.example/d/${ONE}`, 'taxi75', 'Zoé Démo', 'Salon 4', 'taxi75 Zoé'])(
    'finds none in %j',
    (line) => expect(searchedIds(line)).toEqual([]),
  );
});

it.each([
  ['Démo Zoé', ['Démo', 'Zoé']],
  ['Démo, Zoé', ['Démo', 'Zoé']],
  ['Salon 4', ['Salon 4']],
  [' , ', [' , ']],
  ['', ['']],
])('a text must contain of %j the parts %j', (search, parts) => expect(searchedParts(search)).toEqual(parts));
