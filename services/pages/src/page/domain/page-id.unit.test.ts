import { describe, expect, it } from 'vitest';
import { isAllowedPublicId, newIdIn, newPublicId, pageKey } from './page-id.ts';

describe('newPublicId', () => {
  it('generates 24 letters and digits without look-alikes, each about as often', () => {
    const ids = Array.from({ length: 4000 }, () => newPublicId());
    expect(new Set(ids).size).toBe(4000);
    for (const id of ids) expect(id).toMatch(/^[a-kmnp-z2-9]{24}$/);

    const counts = new Map<string, number>();
    for (const letter of ids.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 96,000 letters: 3,000 each, standard deviation 54.
    for (const count of counts.values()) expect(Math.abs(count - 3000)).toBeLessThan(400);
  });
});

describe('isAllowedPublicId', () => {
  it.each(['a', 'Taxi_75-demo', 'x'.repeat(64), 'newer'])('accepts %s', (id) => {
    expect(isAllowedPublicId(id)).toBe(true);
  });

  it.each([
    '',
    'x'.repeat(65),
    'a b',
    'é',
    'a/b',
    'a.html',
    '..',
    'new',
    'MINE',
    'Bulk',
    'create',
    'upload-image',
    'a\n',
  ])('refuses %j', (id) => {
    expect(isAllowedPublicId(id)).toBe(false);
  });
});

it.each([
  [' Taxi_75\u200b', 'Taxi_75'],
  ['https://volant.example/d/Taxi75.html?s=qr', 'Taxi75'],
  ['« Taxi75 »,', 'Taxi75'],
  ['Id : taxi\u201375', 'taxi-75'],
  ['Taxi 75', 'Taxi 75'],
  ['Taxi75.html', 'Taxi75.html'],
])('reads the new id in %j', (written, id) => expect(newIdIn(written)).toBe(id));

describe('pageKey', () => {
  it.each([
    ['Taxi75', 'taxi75'],
    [' Taxi75 ', 'taxi75'],
    ['N° Taxi75', 'taxi75'],
    ['Taxi75/', 'taxi75'],
    ['Taxi75.html', 'taxi75'],
    ['taxi75.HTML', 'taxi75'],
    ['https://volant.example/d/Taxi75', 'taxi75'],
    ['https://volant.example/d/Taxi75.html?s=qr#top', 'taxi75'],
    ['volant.example/d/Taxi75/', 'taxi75'],
    ['(https://volant.example/d/Taxi75)', 'taxi75'],
    ['Taxi75.', 'taxi75'],
    ['« Taxi75 »,', 'taxi75'],
    ['\u200b"Taxi75.html"\u00a0', 'taxi75'],
  ])('reads %j as %s', (reference, key) => {
    expect(pageKey(reference)).toBe(key);
  });

  it.each(['', '.html', 'a.html.html', 'new', 'https://volant.example/e/x', '../d/..', 'x'.repeat(65)])(
    'finds no page in %j',
    (reference) => {
      expect(pageKey(reference)).toBeUndefined();
    },
  );
});
