import { isDeepStrictEqual } from 'node:util';
import { isAdmin, type Viewer } from '@volant/infra/auth/viewer';
import type { Language } from '@volant/proto/text/languages';
import { reasonIn } from '../page/domain/deactivation-reason.ts';
import type { PageEvent } from '../page/domain/events.ts';
import { type ExistingPage, nameOf, ownerOf } from '../page/domain/page.ts';
import type { ChangeAuthor, PageAct } from '../schema.generated.ts';
import { differences } from './differences.ts';
import type { PageVersion } from './read-history.ts';
import type { ReadVersions } from './read-versions.ts';

/** Authors that are no accounts. */
const OPERATION: readonly string[] = ['system', 'operator'];

/** The history as GraphQL shows it. Drivers do not learn who of the staff changed their page. */
export function shownHistory(
  { page, versions, hasNextPage, deletedPictures }: ReadVersions,
  viewer: Viewer,
  language: Language,
) {
  const isDeleted = (avatar: string | null) => avatar !== null && deletedPictures.has(avatar);
  const nodes = versions.map((shown) => {
    const author = authorOf(shown);
    const showsAccount = author !== 'SYSTEM' && (isAdmin(viewer) || shown.actor === viewer.userId);
    return {
      version: shown.version,
      changedAt: shown.at,
      author,
      account: showsAccount ? { id: shown.actor } : null,
      acts: shown.events.flatMap((event) => actOf(event, shown.page) ?? []),
      fields: differences(shown.before, shown.page),
      restoredFrom: restoredFrom(shown.events),
      reason: reasonOf(shown.events, language),
      restorable: isRestorable(shown.page, { page, isDeleted }, viewer),
      pictureDeleted: isDeleted(shown.page.avatar),
    };
  });
  return { nodes, pageInfo: { hasNextPage, endCursor: versions.at(-1)?.version.toString() ?? null } };
}

function authorOf({ actor, page }: PageVersion): ChangeAuthor {
  if (actor === ownerOf(page)) return 'OWNER';
  return OPERATION.includes(actor) ? 'SYSTEM' : 'STAFF';
}

/** Changes of fields are listed as fields. */
const ACTS: Readonly<Record<PageEvent['type'], PageAct | undefined>> = {
  PageCreated: 'CREATED',
  PageClaimed: 'CLAIMED',
  PageEdited: undefined,
  PageStateChanged: undefined,
  PageReleased: 'RELEASED',
  PageHandedOver: 'CLAIMED',
  HandoverOffered: 'HANDOVER_OFFERED',
  HandoverWithdrawn: 'HANDOVER_WITHDRAWN',
  CardAdded: 'CARD_ADDED',
  CardLost: 'CARD_LOST',
  CardFound: 'CARD_FOUND',
  CardReplaced: 'CARD_REPLACED',
  PageRenamed: undefined,
  PageRestored: 'CLAIMED',
  PageDeleted: undefined,
};

function actOf({ type }: PageEvent, { status }: ExistingPage): PageAct | undefined {
  return type === 'PageRestored' && status === 'unowned' ? 'RELEASED' : ACTS[type];
}

function restoredFrom(events: readonly PageEvent[]): number | null {
  const edited = events.find((event) => event.type === 'PageEdited');
  return edited?.data.restoredFrom ?? null;
}

function reasonOf(events: readonly PageEvent[], language: Language): string | null {
  const changed = events.find((event) => event.type === 'PageStateChanged');
  return (changed && reasonIn(language, changed.data)) ?? null;
}

interface Present {
  readonly page: ExistingPage;
  isDeleted(avatar: string | null): boolean;
}

function isRestorable(version: ExistingPage, { page, isDeleted }: Present, viewer: Viewer): boolean {
  if (page.card.leadsTo !== null) return false;
  if (!isAdmin(viewer) && (nameOf(version) === '' || version.profile.name === '')) return false;
  const content = (of: ExistingPage) => {
    const avatar = isDeleted(of.avatar) ? page.avatar : of.avatar;
    return [nameOf(of), of.profile, of.indexable, avatar];
  };
  return !isDeepStrictEqual(content(version), content(page));
}
