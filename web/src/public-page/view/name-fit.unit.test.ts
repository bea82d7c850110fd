// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fitName } from './name-fit.ts';

const stepOf = (name: string) => Number(/^pp-word-(\d+)$/.exec(fitName(name).className)?.[1]);

describe('a fitted name', () => {
  it.each([
    ['Zoé D’Été', 'pp-word-8', false],
    ['Anne-Sophie de La Rochefoucauld', 'pp-word-13', false],
    ['Rochefoucauld-Montbel', 'pp-word-22', true],
    ['Hohenzollern-Sigmaringen', 'pp-word-24', true],
    ['Donaudampfschifffahrtselektrizitätenhaupt', 'pp-word-38', true],
    ['MMMMMMMM', 'pp-word-14', false],
    ['iiiiiiiiiiiiii', 'pp-word-8', false],
  ])('%s has the rule %s, and the whole width: %s', (name, className, wide) => {
    expect(fitName(name)).toMatchObject({ className, wide });
  });

  it('keeps a word with hyphens whole, unless it is very wide', () => {
    expect(fitName('Jean-Luc Hohenzollern-Sigmaringen').text).toBe('Jean\u2011Luc Hohenzollern\u2011Sigmaringen');
    const noble = 'Hohenzollern-Sigmaringen-Rochefoucauld';
    expect(fitName(noble)).toMatchObject({ text: noble, className: 'pp-word-13' });
  });

  it.each(['王小明出租车司机王小明', 'さくらタクシー株式会社', '김민준택시기사김민준'])(
    '%s may break anywhere',
    (name) => {
      expect(stepOf(name)).toBe(8);
    },
  );

  it('counts neither combining marks nor joiners', () => {
    expect(stepOf('é'.normalize('NFD').repeat(7))).toBe(stepOf('é'.repeat(7)));
  });

  it('a name wider than every rule has the last step', () => expect(stepOf('W'.repeat(200))).toBe(54));
  it('an empty name has step 8', () => expect(stepOf('')).toBe(8));
});
