import { requireSuperadmin, type WithViewer } from '../auth/guards.ts';
import { guarded } from '../graphql/guarded.ts';
import type { SystemReport } from '../process/shell/system-report.ts';

/**
 * Resolvers of a service's part of `Query.system`, whose types are in `system-part.graphql`.
 * @param reportIn what the process says about itself; undefined in tests of the service alone
 */
export function systemPart<Name extends string, Context extends WithViewer>(
  service: Name,
  reportIn: (context: Context) => (() => Promise<SystemReport>) | undefined,
) {
  const system = guarded(requireSuperadmin, (_: unknown, context: Context) => ({
    [service]: async () => (await reportIn(context)?.()) ?? null,
  }));
  return { resolvers: { Query: { system } } };
}
