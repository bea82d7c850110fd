import { DomainError, toPublicError } from '@volant/infra/errors/domain-error';
import type { Logger } from '@volant/infra/process/observability/log';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import type { Identity } from './app.ts';
import { IDENTITY_ERRORS } from './features.ts';
import { type SuperadminSettings, superadminWarning } from './roles/superadmin-settings.ts';

/**
 * Applies the settings of the first SUPERADMIN, if they are set.
 * @throws SettingError if no account can be made from them
 */
export async function makeFirstSuperadmin(
  identity: Identity,
  settings: SuperadminSettings | undefined,
  log: Logger,
): Promise<void> {
  if (settings === undefined) return;
  const outcome = await identity.ensureFirstSuperadmin(settings).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw new SettingError('VOLANT_SUPERADMIN_EMAIL', toPublicError(error, 'en', IDENTITY_ERRORS).text);
  });
  const warning = superadminWarning(outcome);
  if (warning !== undefined) log.warn(warning);
}

/** What a product that nobody administers yet says at its start. */
export function firstLinkLine(link: string): string {
  return `Nobody administers Volant yet. Within 30 minutes, open ${link} to become its first SUPERADMIN; the next start prints another link.`;
}
