import { DomainError } from '@volant/infra/errors/domain-error';
import type { Commit, CommitMeta } from '@volant/infra/event-store/event-store';
import { newImagePath, putImage } from '@volant/infra/images/store-image';
import { receiveImage } from '@volant/infra/images/upload-limit';
import { type ImageUploaded, imageCodec, imageStream } from '../image/image.ts';
import type { Actor } from '../page/actor.ts';
import { type Caller, type CommandPorts, metaOf, repeatable } from './page-commands.ts';

/** An unused upload is deleted after this time. */
export const UNUSED_IMAGE_KEPT_MS = 24 * 60 * 60 * 1000;
/** Leaves more time than any request takes, so that a picture is never deleted while a page receives it. */
const USABLE_MS = UNUSED_IMAGE_KEPT_MS - 60 * 60 * 1000;

/**
 * Stores a picture for a page and returns the path it is served under. It is kept while a page has it, otherwise for a
 * day. A retry with the same key gets the same path without its picture being read.
 */
export async function uploadImage(
  ports: CommandPorts,
  body: AsyncIterable<Uint8Array>,
  caller: Caller,
): Promise<{ readonly imageUrl: string }> {
  const commandId = repeatable(ports, caller, 'UploadImage');
  const noted = caller.idempotencyKey === undefined ? undefined : await ports.eventStore.findCommand(commandId);
  const earlier = noted === undefined ? undefined : pathIn(noted);
  if (earlier !== undefined && (await ports.objects.get(earlier.slice(1))) !== undefined) return { imageUrl: earlier };

  const image = await receiveImage(ports.cache, caller.actor.userId, body);
  // Recorded but not stored: the process ended in between.
  const path = earlier ?? (await noteImage(ports, newImagePath(image), commandId, caller));
  await putImage(ports.objects, path, image);
  return { imageUrl: path };
}

/** @returns the recorded path: another one if a concurrent retry of the same request was faster */
async function noteImage(ports: CommandPorts, path: string, commandId: string, caller: Caller): Promise<string> {
  const at = ports.clock().toISOString();
  const data = { path, uploadedBy: caller.actor.userId, uploadedAt: at };
  const uploaded: ImageUploaded = { type: 'ImageUploaded', data };
  const { commit } = await ports.eventStore.append({
    streamId: imageStream(path),
    expectedVersion: 0,
    commandId,
    events: [{ id: ports.newId(), schema: imageCodec.schemaOf(uploaded.type), ...uploaded }],
    meta: metaOf(caller),
    at,
  });
  return pathIn(commit) ?? path;
}

function pathIn({ events: [stored] }: Commit): string | undefined {
  return stored && imageCodec.read(stored)?.data.path;
}

async function imageAt({ eventStore }: CommandPorts, path: string): Promise<ImageUploaded['data'] | undefined> {
  const commits = await eventStore.readStream(imageStream(path));
  const [stored] = commits.at(-1)?.events ?? [];
  return stored && imageCodec.read(stored)?.data;
}

/**
 * Refuses a path that was not given to the caller for an upload.
 * @throws DomainError VALIDATION_FAILED
 */
export async function requireUploaded(ports: CommandPorts, path: string, { userId }: Actor): Promise<void> {
  if ((await imageAt(ports, path))?.uploadedBy !== userId)
    throw new DomainError('VALIDATION_FAILED', { field: 'image' });
}

/** Whether a picture is recorded and certainly kept for as long as any request takes. */
export async function isKept(ports: CommandPorts, path: string): Promise<boolean> {
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
