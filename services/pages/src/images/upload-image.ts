import { DomainError } from '@volant/infra/errors/domain-error';
import type { Commit } from '@volant/infra/event-store/event-store';
import { newImagePath, putImage } from '@volant/infra/images/store-image';
import { receiveImage } from '@volant/infra/images/upload-limit';
import { type Caller, type CommandPorts, metaOf, repeatable } from '../page/commands/page-commands.ts';
import { imageAt } from '../page/commands/pictures.ts';
import type { Actor } from '../page/domain/actor.ts';
import { type ImageUploaded, imageCodec, imageStream } from '../page/domain/image.ts';

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

/**
 * Refuses a path that was not given to the caller for an upload.
 * @throws DomainError VALIDATION_FAILED
 */
export async function requireUploaded(ports: CommandPorts, path: string, { userId }: Actor): Promise<void> {
  if ((await imageAt(ports, path))?.uploadedBy !== userId)
    throw new DomainError('VALIDATION_FAILED', { field: 'image' });
}
