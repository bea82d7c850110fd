import { eventsOf } from '@volant/infra/event-store/event-codec';
import type { Commit } from '@volant/infra/event-store/event-store';
import { uploadKeyOf } from '@volant/infra/images/store-image';
import type { Objects } from '@volant/infra/objects/objects';
import { userCodec } from '../domain/events.ts';
import { userOfStream } from '../domain/user.ts';

/** Pictures that a commit leaves unused: replaced ones, and uploads that were never chosen. */
function discardedPaths(commit: Commit): readonly string[] {
  return eventsOf(userCodec, [commit]).flatMap(({ type, data }) => {
    if (type === 'AvatarUploaded') return data.discarded ?? [];
    return type === 'ProfileChanged' ? (data.avatar?.from ?? []) : [];
  });
}

/** Every picture the person uploaded, including discarded ones. */
export function uploadedPaths(commits: readonly Commit[]): readonly string[] {
  return eventsOf(userCodec, commits).flatMap(({ type, data }) => (type === 'AvatarUploaded' ? data.path : []));
}

export async function deletePictures(objects: Objects, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const key = uploadKeyOf(path);
    if (key !== undefined) await objects.delete(key);
  }
}

/** Deletes the pictures that a commit leaves unused; true if there were any. */
export async function discardPictures(objects: Objects, commit: Commit): Promise<boolean> {
  if (userOfStream(commit.streamId) === undefined) return false;
  const paths = discardedPaths(commit);
  await deletePictures(objects, paths);
  return paths.length > 0;
}
