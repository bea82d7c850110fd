import type { LANGUAGES } from '@volant/proto/text/languages';
import { describe, expect, it } from 'vitest';
import { layOut } from '../user/mails/mail-layout.ts';
import { dueWeek } from './due-week.ts';
import { mostChanged } from './most-changed.ts';

describe('dueWeek', () => {
  it.each([
    ['Monday before 7 in winter', '2026-11-30T05:59:59Z', undefined],
    ['Monday at 7 in winter', '2026-11-30T06:00:00Z', '2026-11-30'],
    ['Monday at 7 in summer', '2026-07-06T05:00:00Z', '2026-07-06'],
    ['Monday before 7 in summer', '2026-07-06T04:59:59Z', undefined],
    ['Tuesday until midnight', '2026-12-01T22:59:59Z', '2026-11-30'],
    ['Wednesday', '2026-12-01T23:00:00Z', undefined],
    ['Sunday', '2026-11-29T12:00:00Z', undefined],
    ['the Monday after clocks went forward', '2026-03-30T05:00:00Z', '2026-03-30'],
    ['the Monday after clocks went back', '2026-10-26T05:30:00Z', undefined],
    ['the Monday after clocks went back, at 7', '2026-10-26T06:00:00Z', '2026-10-26'],
    ['a Tuesday of the next year', '2030-01-01T12:00:00Z', '2029-12-31'],
  ])('on %s (%s) is %s', (_, now, week) => {
    expect(dueWeek(new Date(now))).toBe(week);
  });
});

describe('mostChanged', () => {
  const figure = (type: string, now: number, before: number | null) => ({ type, now, before });

  it('names the three figures whose change chance explains least', () => {
    const [calls, views] = [figure('CLICK_CALL', 7, 2), figure('VIEW', 220, 200)];
    const [saved, email, web] = [
      figure('CLICK_VCARD', 1, 9),
      figure('CLICK_EMAIL', 4, 4),
      figure('CLICK_WEBSITE', 3, 2),
    ];
    expect(mostChanged([views, email, calls, web, saved])).toEqual([saved, calls, views]);
  });

  it('names what there is if fewer changed, and leaves out figures without events', () => {
    const views = figure('VIEW', 5, 5);
    expect(mostChanged([views, figure('CLICK_CALL', 0, 0), figure('LATER_TYPE', 9, 0)])).toEqual([views]);
  });

  it('names the highest figures if there is no week to compare with', () => {
    const [views, calls, saved] = [
      figure('VIEW', 8, null),
      figure('CLICK_CALL', 4, null),
      figure('CLICK_VCARD', 0, null),
    ];
    expect(mostChanged([saved, calls, views])).toEqual([views, calls]);
  });

  it('names none after a week without events', () => {
    expect(mostChanged([figure('VIEW', 0, 30)])).toEqual([]);
    expect(mostChanged([])).toEqual([]);
  });
});

describe('the letter of a week', () => {
  const lay = (language: keyof typeof LANGUAGES) =>
    layOut({
      name: 'week',
      language,
      address: 'https://volant.example/dashboard',
      span: { from: '16 novembre', to: '22 novembre' },
      lines: [
        { type: 'CLICK_CALL', count: '12', change: '+5' },
        { type: 'VIEW', count: '230', change: '' },
        { type: 'CLICK_VCARD', count: '3' },
      ],
      unsubscribe: 'https://volant.example/unsubscribe?token=a&b',
    });

  it('is French for a French reader', () => {
    const { subject, text, html } = lay('fr');
    expect(subject).toBe('Votre semaine en chiffres');
    expect(text).toContain('Du 16 novembre au 22 novembre');
    expect(text).toContain('Appels\u00a0: 12 (+5)\nVues\u00a0: 230 (inchangé)\nContacts enregistrés\u00a0: 3\n');
    expect(text).toContain('Ne plus recevoir cette lettre\u00a0:\nhttps://volant.example/unsubscribe?token=a&b');
    expect(html).toContain('<html lang="fr" dir="ltr">');
    expect(html).toContain('>Appels\u00a0: 12 (+5)</p>');
    expect(html).toContain('href="https://volant.example/unsubscribe?token=a&amp;b"');
  });

  it('is English for an English reader', () => {
    const { subject, text } = lay('en');
    expect(subject).toBe('Your week in figures');
    expect(text).toContain('Calls: 12 (+5)\nViews: 230 (unchanged)\nSaved contacts: 3\n');
    expect(text).toContain('Stop this letter:\n');
  });

  it('has no figures and no farewell in other letters', () => {
    const { text, html } = layOut({ name: 'reset', language: 'en', address: 'https://volant.example/x' });
    expect(`${text}${html}`).not.toContain('Stop this letter');
  });
});
