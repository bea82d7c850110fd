import type { Asked } from '../auth/guards.ts';
import type { Viewer } from '../auth/viewer.ts';

/**
 * Lets a caller through as who they are.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export type Guard = (asked: Asked) => Viewer;

const guards = new WeakMap<object, Guard>();

/**
 * A resolver of Query or Mutation for those whom a guard lets through. Where the variables of an operation are wrong,
 * the guard is asked all the same: who may not call learns nothing of what is wrong with the form.
 */
export function guarded<Arguments, Context extends Asked, Result>(
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
