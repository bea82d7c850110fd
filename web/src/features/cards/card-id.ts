import { ApiError } from '../../api/api-error.ts';
import { type Failure, failureOf, fixedFailure, ownFailure } from '../../api/failure.ts';
import type { TextKey } from '../../i18n/text-key.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';
import { pageIdFrom } from './page-id.ts';

export interface CardIdValues {
  id: string;
}

export function checkCardId({ id }: CardIdValues): Refusal<CardIdValues> | undefined {
  if (pageIdFrom(id) !== '') return undefined;
  return { summary: 'claim.empty', fields: { id: 'claim.empty' } };
}

/** Errors about a card that cannot be claimed, which are shown at its id. */
const ABOUT_ID: Readonly<Record<string, TextKey>> = {
  PAGE_ALREADY_CLAIMED: 'claimScreen.alreadyClaimed',
  PAGE_INACTIVE: 'card.inactive',
  PAGE_NOT_FOUND: 'card.notFound',
};

export const isAboutCardId = (error: unknown) => error instanceof ApiError && Object.hasOwn(ABOUT_ID, error.code);

/** Maps error codes of a claim to messages; those of `explained` show the server's text. */
export function claimFailure(error: unknown, explained: readonly string[] = ['TOO_MANY_REQUESTS']): Failure {
  const code = error instanceof ApiError ? error.code : '';
  const known = Object.hasOwn(ABOUT_ID, code) ? ABOUT_ID[code] : undefined;
  if (known !== undefined) return ownFailure(known);
  return explained.includes(code) ? failureOf(error, 'claimScreen.failed') : fixedFailure(error, 'claimScreen.failed');
}
