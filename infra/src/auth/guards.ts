import { DomainError } from '../errors/domain-error.ts';
import { isAdmin, isSupport, type Viewer } from './viewer.ts';

/** The part of a resolver's context that guards read. */
export interface WithViewer {
  readonly viewer: Viewer | undefined;
}

/** @throws DomainError UNAUTHENTICATED */
export function requireViewer({ viewer }: WithViewer): Viewer {
  if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function requireSupport(call: WithViewer): Viewer {
  const viewer = requireViewer(call);
  if (!isSupport(viewer)) throw new DomainError('FORBIDDEN');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function requireAdministrator(call: WithViewer): Viewer {
  const viewer = requireViewer(call);
  if (!isAdmin(viewer)) throw new DomainError('FORBIDDEN');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function requireSuperadmin(call: WithViewer): Viewer {
  const viewer = requireViewer(call);
  if (viewer.role !== 'SUPERADMIN') throw new DomainError('FORBIDDEN');
  return viewer;
}
