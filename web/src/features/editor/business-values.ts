import { isRegister, REGISTER_FIELDS, REGISTERS, type Register } from '@volant/proto/profile/registers';
import { cleanLine } from '@volant/proto/text/clean-text';
import type { TextKey } from '../../i18n/text-key.ts';

type BusinessValues = Readonly<Record<Register | 'trade', string>>;

/** Fields of the business that each trade has, in the order of the form. */
const FIELDS_OF = {
  '': ['address', 'siren'],
  vtc: ['address', 'siren', 'revtc', 'professionalCard', 'plate'],
  taxi: ['address', 'siren', 'taxiTown', 'adsNumber', 'professionalCard', 'plate'],
} as const;

export function businessFields(trade: string): (typeof FIELDS_OF)['vtc' | 'taxi' | ''] {
  return FIELDS_OF[trade === 'vtc' || trade === 'taxi' ? trade : ''];
}

/** Error of a number that cannot exist. */
const REGISTER_ERRORS = {
  siren: 'editor.sirenInvalid',
  revtc: 'editor.revtcInvalid',
  professionalCard: 'editor.professionalCardInvalid',
  plate: 'editor.plateInvalid',
  adsNumber: 'editor.adsNumberInvalid',
} as const satisfies Readonly<Record<Register, TextKey>>;

function shownRegisters(trade: string): readonly Register[] {
  return businessFields(trade).filter(isRegister);
}

function read(values: BusinessValues, register: Register): string | undefined {
  const written = cleanLine(values[register]);
  return written === '' ? '' : REGISTERS[register].read(written);
}

/** Register numbers as saved. One that is not shown cannot be corrected, so it is only saved if it can exist. */
export function cleanedRegisters(values: BusinessValues): Readonly<Record<Register, string>> {
  const shown = shownRegisters(values.trade);
  const saved = REGISTER_FIELDS.map((register) => {
    const typed = shown.includes(register) ? cleanLine(values[register]) : '';
    return [register, read(values, register) ?? typed];
  });
  return Object.fromEntries(saved) as Record<Register, string>;
}

/** Errors of numbers that cannot exist. */
export function invalidRegisters(values: BusinessValues): Readonly<Partial<Record<Register, TextKey>>> {
  const invalid = shownRegisters(values.trade).filter((register) => read(values, register) === undefined);
  return Object.fromEntries(invalid.map((register) => [register, REGISTER_ERRORS[register]]));
}
