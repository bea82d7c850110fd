import type { Profile } from '@volant/proto/profile/profile';
import * as v from 'valibot';
import { blocksSchema } from '../features/cards/public-page-shape.ts';
import type { Session } from '../session/session.ts';

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

export const sampleBlocks = v.parse(blocksSchema, { name: 'Camille Démo', phone: '06 12 34 56 78' });

/** A profile in a graph response. */
export function sampleProfile(changes: Partial<Profile> = {}) {
  const { customFields, ...profile } = { ...sampleBlocks, ...changes };
  return {
    __typename: 'PageProfile' as const,
    ...profile,
    customFields: customFields.map((item) => ({ __typename: 'CustomField' as const, ...item })),
  };
}

/** A page in a graph response, with all fields that screens select. */
export function samplePage<Changes extends object = object>(changes?: Changes) {
  return {
    __typename: 'Page' as const,
    id: 'page-1',
    displayName: 'Berline Démo',
    state: 'ACTIVE' as const,
    address: 'page-1',
    cards: [{ __typename: 'Card' as const, id: 'page-1', status: 'IN_USE' as const }],
    createdAt: '2026-09-14T08:00:00Z',
    avatar: null,
    indexable: false,
    viewCount: 7,
    week: {
      __typename: 'PageWeek' as const,
      views: 5,
      calls: 2,
      viewsBefore: 3,
      callsBefore: 4,
      viewsByDay: [0, 0, 1, 0, 2, 0, 0, 1, 0, 2, 0, 2, 0, 0],
      compares: true,
    },
    version: 3,
    profile: sampleProfile(),
    ...changes,
  };
}

/** The user's pages in a graph response. */
export function samplePages(nodes: readonly unknown[], pageInfo: Record<string, unknown> = {}) {
  return {
    myPages: {
      __typename: 'PageConnection',
      nodes,
      totalCount: nodes.length,
      pageInfo: { __typename: 'PageInfo', endCursor: null, hasNextPage: false, ...pageInfo },
    },
  };
}

/** A chosen picture of this many bytes. */
export function samplePicture(bytes = 100, name = 'me.png'): File {
  const content = new Uint8Array(bytes);
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new File([content], name, { type: 'image/png' });
}

/** The current user in a graph response. */
export function sampleMe(changes?: object) {
  return {
    __typename: 'User',
    ...sampleSession.user,
    avatar: null,
    phone: null,
    pendingEmail: null,
    weeklyLetter: false,
    secondFactor: {
      __typename: 'SecondFactor',
      on: false,
      required: false,
      recoveryCodes: 0,
      app: false,
      passkeys: [],
    },
    ...changes,
  };
}
