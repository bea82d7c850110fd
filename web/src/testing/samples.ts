import type { Session } from '../api/session.ts';
import { blocksSchema } from '../api/shapes.ts';

export const sampleSession: Session = {
  token: 'token-1',
  user: {
    id: 'user-1',
    username: 'camille.demo',
    email: 'camille.demo@example.org',
    role: 'DRIVER',
    createdAt: '2026-01-02T10:00:00Z',
  },
};

export const sampleBlocks = blocksSchema.parse({ name: 'Camille Démo', phone: '06 12 34 56 78' });

/** A page as the API answers it. */
export function samplePage(changes: Record<string, unknown> = {}) {
  return {
    id: 'page-1',
    displayName: 'Berline Démo',
    state: 'ACTIVE',
    createdAt: '2026-09-14T08:00:00Z',
    avatar: null,
    indexable: false,
    _count: { events: 12, views: 7 },
    blocksJson: sampleBlocks,
    ...changes,
  };
}
