// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import type { RideWay } from '../view/ride.tsx';
import { readRideHash } from './ride-link.ts';
import {
  isImpossible,
  LONGEST_LINK,
  RIDE_FIELDS,
  type Ride,
  type RideField,
  rideLink,
  saysWhere,
} from './ride-message.ts';
import arabic from './texts/ride.ar.json';
import english from './texts/ride.en.json';
import french from './texts/ride.fr.json';

const fr = { language: 'fr', texts: french };
const en = { language: 'en', texts: english };
const whatsapp: RideWay = { way: 'whatsapp', href: 'https://wa.me/33639980001', click: 'CLICK_WHATSAPP' };
const sms: RideWay = { way: 'sms', href: 'sms:+33639980001', click: 'CLICK_CALL' };
const email: RideWay = { way: 'email', href: 'mailto:zoe@example.fr', click: 'CLICK_EMAIL' };

const fields = Object.keys(RIDE_FIELDS) as RideField[];
const filledWith = (value: (field: RideField) => string): Ride => ({
  ...(Object.fromEntries(fields.map((field) => [field, value(field)])) as Record<RideField, string>),
  soon: false,
});
const empty = filledWith(() => '');
const full: Ride = {
  soon: false,
  from: ' Gare de  Lyon ',
  to: 'CDG, terminal 2E',
  day: '2026-12-04',
  time: '08:30',
  passengers: '2',
  luggage: '0',
  transport: 'AF 1234',
  name: 'Ann Démo',
};
const messageOf = (link: string) => new URL(link).searchParams.get('text');

it.each([
  ['2026-11-29', '08:00', 'over'],
  ['2026-11-29', '09:00', undefined],
  ['2026-11-30', '08:00', undefined],
  ['2027-03-28', '02:30', 'skipped'],
  ['2027-03-28', '03:00', undefined],
  ['2026-10-25', '02:30', 'over'],
  ['', '08:00', undefined],
  ['2026-11-29', '', undefined],
])('at 08:30 of 29 November in Paris, the time %s %s is %s', (day, time, problem) => {
  vi.stubEnv('TZ', 'Europe/Paris');
  expect(isImpossible({ day, time }, new Date('2026-11-29T08:30'))).toBe(problem !== undefined);
  vi.unstubAllEnvs();
});

describe('the link to the booking voucher', () => {
  const screen = 'https://volant.example/bon';
  const linkIn = (link: string) => messageOf(link)?.split('\n').at(-1) ?? '';

  it('fills in what was typed, in at most 400 characters', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T10:00:00Z') });
    const ride = {
      ...full,
      from: '12 bis, rue du Faubourg Saint-Honoré, 75008 Paris',
      to: 'Aéroport CDG, terminal 2E',
    };
    const message = messageOf(rideLink(whatsapp, ride, fr, en, screen));
    expect(message?.split('\n').at(-2)).toBe(
      'Bon de réservation, pour le chauffeur · Booking voucher, for the driver\u00a0:',
    );
    const link = linkIn(rideLink(whatsapp, ride, fr, en, screen));
    expect(link.length).toBeLessThanOrEqual(400);
    expect(new URL(link).search).toBe('');
    expect(readRideHash(new URL(link).hash)).toEqual({
      at: '1796119200',
      day: '2026-12-04',
      time: '08:30',
      from: '12 bis, rue du Faubourg Saint-Honoré, 75008 Paris',
      to: 'Aéroport CDG, terminal 2E',
      passengers: '2',
      luggage: '0',
      transport: 'AF 1234',
      name: 'Ann Démo',
    });
    vi.useRealTimers();
  });

  it('has no hour for a ride as soon as possible', () => {
    const link = linkIn(
      rideLink(sms, { ...full, soon: true }, fr, fr, screen)
        .replace('sms:', 'https://x.example/')
        .replace('body=', 'text='),
    );
    expect(readRideHash(new URL(link).hash)).toMatchObject({ day: '', time: '' });
  });

  it('is left out of a message that would be too long', () => {
    const ride = filledWith((field) => (field === 'day' ? '2026-12-04' : '漢'.repeat(1_000)));
    const link = rideLink(whatsapp, ride, fr, fr, screen);
    expect(link.length).toBeLessThanOrEqual(LONGEST_LINK);
    expect(messageOf(link)).not.toContain('/bon');
  });

  it('is not read if it is cut or another', () => {
    for (const hash of ['', '#d', '#dAAAA', '#n', '#bAAAA', '#d%%%']) expect(readRideHash(hash)).toBeUndefined();
  });
});

describe('the message', () => {
  it('says the first of a month in French', () => {
    const message = messageOf(rideLink(whatsapp, { ...empty, to: 'Orly', day: '2027-11-01' }, fr, en));
    expect(message).toContain('lundi 1er novembre 2027');
    expect(message).toContain('Monday, November 1, 2027');
  });

  it('says in French what was typed', () => {
    expect(messageOf(rideLink(whatsapp, full, fr, fr))).toBe(
      [
        'Bonjour, je souhaite réserver une course.',
        'Départ\u00a0: Gare de Lyon',
        'Arrivée\u00a0: CDG, terminal 2E',
        'Date\u00a0: vendredi 4 décembre 2026',
        'Heure\u00a0: 08:30',
        'Passagers\u00a0: 2',
        'Bagages\u00a0: 0',
        'Vol ou train\u00a0: AF 1234',
        'Nom\u00a0: Ann Démo',
      ].join('\n'),
    );
  });

  it('asks for a driver as soon as possible, whatever day and time were typed before', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 23, 30) });
    const ride = { ...full, soon: true, luggage: '', transport: '', name: '' };
    expect(messageOf(rideLink(whatsapp, ride, fr, en))).toBe(
      [
        'Bonjour, je souhaite réserver une course.',
        'Départ\u00a0: Gare de Lyon',
        'Arrivée\u00a0: CDG, terminal 2E',
        'Date\u00a0: lundi 30 novembre 2026',
        'Heure\u00a0: dès que possible',
        'Passagers\u00a0: 2',
        '',
        'Hello, I would like to book a ride.',
        'From: Gare de Lyon',
        'To: CDG, terminal 2E',
        'Date: Monday, November 30, 2026',
        'Time: as soon as possible',
        'Passengers: 2',
      ].join('\n'),
    );
    vi.useRealTimers();
  });

  it('leaves out empty fields, and repeats itself in the language of the passenger', () => {
    expect(messageOf(rideLink(whatsapp, { ...empty, to: 'Orly', day: '2026-12-04' }, fr, en))).toBe(
      [
        'Bonjour, je souhaite réserver une course.\nArrivée\u00a0: Orly\nDate\u00a0: vendredi 4 décembre 2026',
        'Hello, I would like to book a ride.\nTo: Orly\nDate: Friday, December 4, 2026',
      ].join('\n\n'),
    );
  });

  it('has one kind of digits, also in Arabic', () => {
    const ar = { language: 'ar', texts: arabic };
    const message = messageOf(rideLink(whatsapp, { ...empty, to: 'Orly', day: '2026-12-04' }, fr, ar));
    expect(message).toMatch(/ 4 \p{Script=Arabic}/u);
  });

  it('opens in each app by its own rules', () => {
    const ride = { ...empty, from: 'A&B #1' };
    expect(rideLink(sms, ride, fr, fr)).toMatch(/^sms:\+33639980001\?&body=Bonjour%2C.*A%26B%20%231$/);
    expect(rideLink(email, ride, fr, fr)).toMatch(
      /^mailto:zoe@example\.fr\?subject=Demander%20une%20course&body=Bonjour.*\.%0D%0AD%C3%A9part/,
    );
  });

  it.each(['漢', '\ud83d', 'e'])('is French alone if both would make the link too long: %j', (character) => {
    const ride = filledWith((field) => (field === 'day' ? '2026-12-04' : character.repeat(1_000)));
    for (const way of [whatsapp, sms, email]) {
      const link = rideLink(way, ride, fr, en);
      expect(link.length).toBeLessThanOrEqual(LONGEST_LINK);
      expect(link.includes('Hello')).toBe(character !== '漢');
    }
  });
});

it('asks at least for one place', () => {
  expect([empty, { ...empty, from: ' ' }, { ...empty, name: 'Ann' }].map(saysWhere)).toEqual([false, false, false]);
  expect(
    [
      { ...empty, from: 'Orly' },
      { ...empty, to: 'Orly' },
    ].map(saysWhere),
  ).toEqual([true, true]);
});
