// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { linkPicture } from './link-picture.ts';

const PHOTO = '/uploads/zoe.jpg';
const of = (name: string, company = '', avatar?: string) =>
  linkPicture({ displayName: '', blocks: { name, company }, avatar });

describe('the picture beside a link', () => {
  it.each([
    ['Taxi Zoé 🚕', 'Taxi Zoé', 'TZ'],
    ['Zoé ★ Dupont', 'Zoé Dupont', 'ZD'],
    ['🇫🇷 Ana 👩🏽‍✈️ 1️⃣', 'Ana 1', 'A1'],
    ['Zoé & Co', 'Zoé & Co', 'ZC'],
    ['Łukasz Şen', 'Łukasz Şen', 'ŁŞ'],
  ])('of %s names %s', (name, shown, initials) => {
    expect(of(name)).toMatchObject({ name: shown, initials });
  });

  it.each(['سامي', '李伟', 'Зоя', 'Ζωή', 'Nguyễn Văn Ánh'])('has no boxes instead of the letters of %s', (name) => {
    expect(of(name, 'Taxi ☎ Lyon')).toMatchObject({ name: 'Taxi Lyon', company: '', initials: 'TL' });
    expect(of(name, '', PHOTO)).toMatchObject({ name: '', company: '', initials: '' });
    expect(of(name)).toBeUndefined();
    expect(of('Zoé', name)).toMatchObject({ name: 'Zoé', company: '' });
  });
});
