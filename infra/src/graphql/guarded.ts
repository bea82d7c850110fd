import type { WithViewer } from '../auth/guards.ts';
import type { Viewer } from '../auth/viewer.ts';

/**
 * Authorizes a caller and returns who it is.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export type Guard = (call: WithViewer) => Viewer;

const guards = new WeakMap<object, Guard>();

/**
 * A Query or Mutation resolver behind a guard. The guard also runs if the operation's variables are invalid, so that
 * authorization errors take precedence over validation errors.
 */
export function guarded<Arguments, Context extends WithViewer, Result>(
  guard: Guard,
  resolve: (args: Arguments, context: Context, viewer: Viewer) => Result,
): (parent: unknown, args: Arguments, context: Context) => Result {
  const resolver = (_: unknown, args: Arguments, context: Context) => resolve(args, context, guard(context));
  guards.set(resolver, guard);
  return resolver;
}

export function guardOf(resolver: object | undefined): Guard | undefined {
  return resolver === undefined ? undefined : guards.get(resolver);
}
