import type { PageCardFragment } from './page-card.generated.ts';

export type MissingPart = 'name' | 'photo' | 'number';

/** What a card that is online still lacks. Without a name, visitors see that it is being set up. */
export function missingParts({ state, avatar, profile }: PageCardFragment): readonly MissingPart[] {
  if (state !== 'ACTIVE') return [];
  const { name, phone, whatsapp } = profile;
  return [
    ...(name === '' ? (['name'] as const) : []),
    ...(avatar === null ? (['photo'] as const) : []),
    ...(phone === '' && whatsapp === '' ? (['number'] as const) : []),
  ];
}

/** Whether a page is of no use to anybody yet, because it has no name, or nothing to reach its driver by. */
export function needsSteps({ state, profile }: PageCardFragment): boolean {
  const { name, phone, whatsapp, email } = profile;
  return state === 'ACTIVE' && (name === '' || phone + whatsapp + email === '');
}
