import { isSupport, type Viewer } from '@volant/infra/auth/viewer';
import type { Commit } from '@volant/infra/event-store/event-store';
import type { View, ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import {
  type AnnouncementContent,
  type AnnouncementEvent,
  announcementCodec,
  announcementDecider,
  announcementOfStream,
} from './domain.ts';

export const ANNOUNCEMENTS_VIEW: ViewDefinition = {
  name: 'announcements-1',
  shape: 'JTN-wKS3_kdV',
  indexes: ['from', 'end'],
};

/** The newest that administrators see, and the newest changes of each. */
export const LISTED_ANNOUNCEMENTS = 100;
export const LISTED_CHANGES = 20;

interface Change {
  readonly act: 'WRITTEN' | 'CHANGED' | 'ENDED';
  readonly by: string;
  readonly at: string;
}

export interface AnnouncementDocument extends ViewDocument, AnnouncementContent {
  readonly version: number;
  /** Newest first. */
  readonly changes: readonly Change[];
}

/** Applies a commit to the view; applying it again changes nothing. */
export async function applyToAnnouncements(view: WritableView<AnnouncementDocument>, commit: Commit): Promise<void> {
  const id = announcementOfStream(commit.streamId);
  if (id === undefined) return;
  const { version, meta, at } = commit;
  let document = await view.get(id);
  if (document !== undefined && version <= document.version) return;
  for (const stored of commit.events) {
    const event = announcementCodec.read(stored);
    const content = event && announcementDecider.evolve(document, event);
    if (event === undefined || content === undefined) continue;
    const { texts, from, end, audience, level } = content;
    const change = { act: actOf(event, document), by: meta.actor, at };
    const changes = [change, ...(document?.changes ?? [])].slice(0, LISTED_CHANGES);
    document = { _id: id, version, texts, from, end, audience, level, changes };
  }
  if (document !== undefined) await view.put(document);
}

function actOf({ type }: AnnouncementEvent, before: AnnouncementDocument | undefined): Change['act'] {
  if (type === 'AnnouncementEnded') return 'ENDED';
  return before === undefined ? 'WRITTEN' : 'CHANGED';
}

/** The newest announcements, planned ones first. */
export function listAnnouncements(views: Views): Promise<readonly AnnouncementDocument[]> {
  return announcementsIn(views).find({}, { sort: { from: -1 }, limit: LISTED_ANNOUNCEMENTS });
}

/** The announcements that a person sees now, important ones first. */
export async function announcementsFor(
  views: Views,
  viewer: Pick<Viewer, 'role'>,
  now: Date,
): Promise<readonly AnnouncementDocument[]> {
  const at = now.toISOString();
  const audience = { $in: ['EVERYBODY', isSupport(viewer) ? 'STAFF' : 'DRIVERS'] };
  const active = await announcementsIn(views).find(
    { from: { $lte: at }, end: { $gt: at }, audience },
    { sort: { from: -1 } },
  );
  return [...active].sort((a, b) => Number(b.level === 'IMPORTANT') - Number(a.level === 'IMPORTANT'));
}

export function findAnnouncement(views: Views, id: string): Promise<AnnouncementDocument | undefined> {
  return announcementsIn(views).get(id);
}

/** The most other announcements that share an instant of a period. */
export async function mostAnnounced(
  views: Views,
  id: string,
  { from, end }: Pick<AnnouncementContent, 'from' | 'end'>,
): Promise<number> {
  const others = await announcementsIn(views).find({ _id: { $ne: id }, from: { $lt: end }, end: { $gt: from } });
  // Their number grows only where one of them begins.
  const instants = [from, ...others.map((other) => other.from).filter((begin) => begin > from)];
  return Math.max(...instants.map((at) => others.filter((other) => other.from <= at && other.end > at).length));
}

function announcementsIn(views: Views): View<AnnouncementDocument> {
  return views.view(ANNOUNCEMENTS_VIEW);
}
