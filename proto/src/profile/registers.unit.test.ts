import { expect, it } from 'vitest';
import { groupedSiren, REGISTERS, type Register } from './registers.ts';

it.each<[Register, string, string | undefined]>([
  ['siren', '732 829 320', '732829320'],
  ['siren', 'SIREN 732.829.320', '732829320'],
  ['siren', '732 829 320 00074', '732829320'],
  ['siren', 'FR 44 732 829 320', '732829320'],
  ['siren', 'fr44732829320', '732829320'],
  ['siren', '732 829 321', undefined],
  ['siren', 'FR 45 732 829 320', undefined],
  ['siren', '000 000 000', undefined],
  ['siren', '73282932', undefined],
  ['siren', '732 829 320 0007', undefined],
  ['revtc', 'EVTC075200001', 'EVTC075200001'],
  ['revtc', 'evtc 075 20 0001', 'EVTC075200001'],
  ['revtc', '075200001', 'EVTC075200001'],
  ['revtc', 'REVTC n°', undefined],
  ['revtc', 'REVTC 075200001', 'EVTC075200001'],
  ['revtc', 'EVTC07520001', undefined],
  ['revtc', 'EVTC0752000011', undefined],
  ['revtc', 'EVTC000000000', undefined],
  ['revtc', 'VTC-2019-0421', undefined],
  ['professionalCard', '075 18 001234', '07518001234'],
  ['professionalCard', '12', undefined],
  ['professionalCard', 'carte verte', undefined],
  ['plate', 'ab123cd', 'AB-123-CD'],
  ['plate', 'AB-123-CD', 'AB-123-CD'],
  ['plate', 'AB 000 CD', undefined],
  ['plate', 'IO-123-AB', undefined],
  ['plate', 'SS-123-AB', undefined],
  ['plate', 'WW-123-AB', undefined],
  ['plate', '1234 ab 75', '1234 AB 75'],
  ['plate', '12 ABC 2A', '12 ABC 2A'],
  ['plate', '12 ABC 974', '12 ABC 974'],
  ['plate', '12 ABC 99', undefined],
  ['plate', '0 AB 75', undefined],
  ['adsNumber', 'ADS n° 0042', '42'],
  ['adsNumber', '17B', '17B'],
  ['adsNumber', '0', undefined],
])('reads the %s in "%s" as %s', (register, given, stored) => {
  expect(REGISTERS[register].read(given)).toBe(stored);
});

it('reads its own stored form, which fits the maximum length', () => {
  const stored: readonly [Register, string][] = [
    ['siren', '732829320'],
    ['revtc', 'EVTC075200001'],
    ['professionalCard', 'EVTC07518001234567'.slice(0, 18)],
    ['plate', '1234 ABC 974'],
    ['adsNumber', '123456B'],
  ];
  for (const [register, text] of stored) {
    const { read, longest } = REGISTERS[register];
    expect([register, read(text), text.length <= longest]).toEqual([register, text, true]);
  }
});

it('groups a SIREN', () => {
  expect(groupedSiren('732829320')).toBe('732\u00a0829\u00a0320');
});
