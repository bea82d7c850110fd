import { groupedSiren } from '@volant/proto/profile/registers';
import type { ReactNode } from 'react';
import type { PageTexts } from '../../i18n/texts.ts';
import { type Profile, text } from './profile.ts';

type Labels = Pick<PageTexts, 'plate' | 'register' | 'taxi'>;
export type Line = readonly [label: string, value: string];

/** The number that allows the trade: in the register of VTC, or of a taxi's licence in its town. */
function licenceOf(profile: Profile, texts: Labels): Line {
  if (profile.trade !== 'taxi') return [texts.register, text(profile.revtc)];
  const number = text(profile.adsNumber);
  return [texts.taxi, number && [text(profile.taxiTown), `n°\u00a0${number}`].filter(Boolean).join(' ')];
}

/** What the driver lets passengers read of the car and its licence. */
export function shownRegisters(profile: Profile, texts: Labels): readonly Line[] {
  const lines: readonly Line[] = [
    [texts.plate, profile.showsPlate ? text(profile.plate) : ''],
    profile.showsRegister ? licenceOf(profile, texts) : ['', ''],
  ];
  return lines.filter(([, value]) => value !== '');
}

export function Registers({ of }: { readonly of: readonly Line[] }): ReactNode {
  if (of.length === 0) return null;
  return (
    <dl className="pp-registers">
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd translate="no">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The driver's own notice, and below it the address and the numbers that it does not contain yet. */
export function legalNoticeOf(profile: Profile, texts: Labels): string {
  const own = text(profile.legalNotice);
  const written = plain(own);
  const [licence, number] = licenceOf(profile, texts);
  const lines: readonly Line[] = [
    ['', text(profile.address)],
    ['SIREN', groupedSiren(text(profile.siren))],
    [licence, number],
  ];
  const missing = lines.filter(([, value]) => value !== '' && !written.includes(plain(value)));
  return [own, ...missing.map(([label, value]) => (label === '' ? value : `${label} ${value}`))]
    .filter((line) => line !== '')
    .join('\n');
}

function plain(value: string): string {
  return value.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}
