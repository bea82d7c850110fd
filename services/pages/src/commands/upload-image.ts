import { DomainError } from '@volant/infra/errors/domain-error';
import type { CommitMeta } from '@volant/infra/event-store/event-store';
import { reencodeImage } from '@volant/infra/images/reencode';
import { newImagePath, putImage } from '@volant/infra/images/store-image';
import { takeUpload } from '@volant/infra/images/upload-limit';
import { IMAGE_SCHEMA, type ImageUploaded, imageStream, readImageEvent } from '../image/image.ts';
import type { Actor } from '../page/decide.ts';
import type { Caller, CommandPorts } from './page-commands.ts';

/** An upload nobody made use of is cleared away after this time. */
export const UNUSED_IMAGE_KEPT_MS = 24 * 60 * 60 * 1000;
/** Earlier by more than any request lasts, so that what a page is given is never just being cleared away. */
const USABLE_MS = UNUSED_IMAGE_KEPT_MS - 60 * 60 * 1000;

/**
 * Takes a picture for a page and returns the path it is served under. It is kept
 * once a page has it, otherwise for a day.
 */
export async function uploadImage(
  ports: CommandPorts,
  body: AsyncIterable<Uint8Array>,
  caller: Caller,
): Promise<{ readonly imageUrl: string }> {
  await takeUpload(ports.cache, caller.actor.userId, ports.limits.uploadsPerHour);
  const image = await reencodeImage(body);
  const path = newImagePath(image);
  await noteImage(ports, path, caller);
  await putImage(ports.objects, path, image);
  return { imageUrl: path };
}

async function noteImage(ports: CommandPorts, path: string, { actor, correlationId }: Caller): Promise<void> {
  const at = ports.clock().toISOString();
  const data: ImageUploaded['data'] = { path, uploadedBy: actor.userId, uploadedAt: at };
  await ports.eventStore.append({
    streamId: imageStream(path),
    expectedVersion: 0,
    commandId: ports.newId(),
    events: [{ id: ports.newId(), type: 'ImageUploaded', schema: IMAGE_SCHEMA, data }],
    meta: { actor: actor.userId, correlationId },
    at,
  });
}

/**
 * Refuses a picture that is not the caller's own or will not be there for long.
 * @throws DomainError IMAGE_NOT_FOUND
 */
export async function requireUsableImage(ports: CommandPorts, path: string, actor: Actor): Promise<void> {
  const commits = await ports.eventStore.readStream(imageStream(path));
  const [stored] = commits.at(-1)?.events ?? [];
  const image = stored && readImageEvent(stored);
  const usable =
    image !== undefined &&
    image.path === path &&
    (image.uploadedBy === actor.userId || actor.administrator) &&
    ports.clock().getTime() - Date.parse(image.uploadedAt) < USABLE_MS;
  if (!usable) throw new DomainError('IMAGE_NOT_FOUND');
}

/** Clears a picture away, bytes first: what is still noted can be cleared away again. */
export async function removeImage(ports: CommandPorts, path: string, meta: CommitMeta): Promise<void> {
  await ports.objects.delete(path.slice(1));
  await ports.eventStore.eraseStream(imageStream(path), meta, ports.clock().toISOString());
}
