import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import type { Actor } from '../domain/actor.ts';
import { type ImageUploaded, imageCodec, imageStream } from '../domain/image.ts';
import type { CommandPorts } from './page-commands.ts';

/** An unused upload is deleted after this time. */
export const UNUSED_IMAGE_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Leaves more time than any request takes, so that a picture is never deleted while a page receives it. */
const USABLE_MS = UNUSED_IMAGE_LIFETIME_MS - 60 * 60 * 1000;

export async function imageAt({ eventStore }: CommandPorts, path: string): Promise<ImageUploaded['data'] | undefined> {
  const commits = await eventStore.readStream(imageStream(path));
  const [stored] = commits.at(-1)?.events ?? [];
  return stored && imageCodec.read(stored)?.data;
}

/** Whether a picture is recorded and certainly exists for as long as any request takes. */
export async function isUsable(ports: CommandPorts, path: string): Promise<boolean> {
  const image = await imageAt(ports, path);
  return image !== undefined && image.path === path && isYoung(ports, image);
}

function isYoung({ clock }: CommandPorts, { uploadedAt }: ImageUploaded['data']): boolean {
  return clock().getTime() - Date.parse(uploadedAt) < USABLE_MS;
}

/**
 * Refuses a picture that is not the caller's own or is about to be deleted.
 * @throws DomainError IMAGE_NOT_FOUND
 */
export async function requireUsableImage(ports: CommandPorts, path: string, actor: Actor): Promise<void> {
  const image = await imageAt(ports, path);
  const usable =
    image !== undefined &&
    image.path === path &&
    (image.uploadedBy === actor.userId || actor.administrator) &&
    isYoung(ports, image);
  if (!usable) throw new DomainError('IMAGE_NOT_FOUND');
}

/** Deletes a picture, bytes first: while it is still recorded, the deletion can be repeated. */
export async function removeImage(ports: CommandPorts, path: string, meta: CommitMeta): Promise<void> {
  await ports.objects.delete(path.slice(1));
  await ports.eventStore.eraseStream(imageStream(path), meta, ports.clock().toISOString());
}
