import { requireViewer } from '@volant/infra/auth/guards';
import type { Viewer } from '@volant/infra/auth/viewer';
import { guarded } from '@volant/infra/graphql/guarded';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import type { IdentityParts } from './commands/parts.ts';
import type { IdentityContext } from './context.ts';

/** A mutation of a signed-in person's own account. */
export function ownAccount<Arguments, Result>(
  change: (parts: IdentityParts, args: Arguments, viewer: Viewer, caller: Caller) => Result,
) {
  return guarded(requireViewer, (args: Arguments, { parts, caller }: IdentityContext, viewer) =>
    change(parts, args, viewer, caller),
  );
}

/** The answer of a mutation that has nothing to say. */
export async function done(work: Promise<void>): Promise<true> {
  await work;
  return true;
}
