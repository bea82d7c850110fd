import { DomainError } from '../errors/domain-error.ts';
import { isAdmin, isSupport, type Viewer } from './viewer.ts';

/** The part of a resolver's context that guards read. */
export interface Asked {
  readonly viewer: Viewer | undefined;
}

/** @throws DomainError UNAUTHENTICATED */
export function requireViewer({ viewer }: Asked): Viewer {
  if (viewer === undefined) throw new DomainError('UNAUTHENTICATED');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function requireSupport(asked: Asked): Viewer {
  const viewer = requireViewer(asked);
  if (!isSupport(viewer)) throw new DomainError('FORBIDDEN');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function requireAdministrator(asked: Asked): Viewer {
  const viewer = requireViewer(asked);
  if (!isAdmin(viewer)) throw new DomainError('FORBIDDEN');
  return viewer;
}

/** @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function requireSuperadmin(asked: Asked): Viewer {
  const viewer = requireViewer(asked);
  if (viewer.role !== 'SUPERADMIN') throw new DomainError('FORBIDDEN');
  return viewer;
}
