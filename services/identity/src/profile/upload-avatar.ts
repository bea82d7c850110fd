import type { Viewer } from '@volant/infra/auth/viewer';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { repeatableId } from '@volant/infra/event-store/repeatable-id';
import type { RequestOrigin as Caller } from '@volant/infra/graphql/request-origin';
import { newImagePath, putImage, uploadKeyOf } from '@volant/infra/images/store-image';
import { receiveImage } from '@volant/infra/images/upload-limit';
import type { Objects } from '@volant/infra/objects/objects';
import type { IdentityParts } from '../user/commands/parts.ts';
import { changeAccount } from '../user/commands/send-to-user.ts';
import type { UserEvent } from '../user/domain/events.ts';
import { userCodec } from '../user/domain/events.ts';

/**
 * Stores a picture that the person may then choose as their avatar, and discards an earlier upload that was not chosen.
 * The path is appended before the bytes are stored, so that every stored picture is known to the stream.
 * @returns its path
 * @throws DomainError TOO_MANY_CHANGES, and the errors of `receiveImage`
 */
export async function uploadAvatar(
  parts: IdentityParts,
  body: AsyncIterable<Uint8Array>,
  { userId }: Viewer,
  { correlationId, idempotencyKey }: Caller,
): Promise<string> {
  const { objects, cache, newId, clock } = parts;
  const commandId = repeatableId(newId, idempotencyKey, 'upload-avatar', userId);
  const known = idempotencyKey === undefined ? undefined : await pathOfCommand(parts, commandId);
  if (known !== undefined && (await isStored(objects, known))) return known;

  const image = await receiveImage(cache, userId, body);
  const chosen = known ?? newImagePath(image);
  const command = { type: 'UploadAvatar' as const, data: { path: chosen, at: clock().toISOString() } };
  const { events } = await changeAccount(parts, userId, command, correlationId, commandId);
  // A concurrent retry of the same request may have recorded another path first.
  const path = pathIn(events) ?? chosen;
  await putImage(objects, path, image);
  return path;
}

/** The path that an earlier attempt of the same request recorded. */
async function pathOfCommand({ store }: IdentityParts, commandId: string): Promise<string | undefined> {
  const commit = await store.findCommand(commandId);
  return commit && pathIn(eventsOf(userCodec, [commit]));
}

function pathIn(events: readonly UserEvent[]): string | undefined {
  for (const event of events) if (event.type === 'AvatarUploaded') return event.data.path;
  return undefined;
}

async function isStored(objects: Objects, path: string): Promise<boolean> {
  const key = uploadKeyOf(path);
  return key !== undefined && (await objects.get(key)) !== undefined;
}
