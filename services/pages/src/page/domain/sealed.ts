import { DomainError } from '@volant/infra/errors/domain-error';
import type { ExistingPage } from './page.ts';

/** Error code for a page whose history has to be rewritten first; commands do that and try again. */
export const PAGE_SEALED = 'PAGE_SEALED';

/** A rewrite in progress would lose any event appended meanwhile. */
export function refuseSealed({ sealed }: ExistingPage): void {
  if (sealed) throw new DomainError(PAGE_SEALED);
}
