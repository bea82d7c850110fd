import type { Feature } from '@volant/infra/features/feature';
import type { IdentityParts } from './commands/parts.ts';
import type { IdentityContext } from './context.ts';
import type { MailOf } from './mails/compose.ts';

/** What the service offers its features. */
export type FeatureParts = IdentityParts & {
  /** Of all features. */
  readonly mails: readonly MailOf[];
};

export interface IdentityFeature extends Feature<IdentityContext, FeatureParts> {
  readonly mails?: MailOf;
}
