import { textOf } from '@volant/proto/text/catalogues';
import type { Language } from '@volant/proto/text/languages';
import reasons from './reasons.json' with { type: 'json' };

/** Common reasons to deactivate a page: their owners read them in their own language. */
export const COMMON_REASONS = ['IMPERSONATION', 'WRONG_DETAILS', 'AGAINST_TERMS', 'COMPLAINTS', 'UNDONE'] as const;
export type CommonReason = (typeof COMMON_REASONS)[number];

/** Why an administrator deactivates a page. */
export interface DeactivationReason {
  readonly commonReason?: CommonReason | undefined;
  /** Own words, in whatever language; not empty without a common reason. */
  readonly reason?: string | undefined;
}

/** The reason as an owner reads it; undefined if none was given. */
export function reasonIn(language: Language, { commonReason, reason }: DeactivationReason): string | undefined {
  const parts = [commonReason && textOf(reasons[commonReason], language), reason].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}
