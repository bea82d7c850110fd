import type { Role } from '@volant/infra/auth/viewer';
import { eventsOf } from '@volant/infra/event-store/event-codec';
import { type Commit, STREAM_ERASED } from '@volant/infra/event-store/event-store';
import { searchable } from '@volant/infra/text/searchable';
import { naturalOrder } from '@volant/infra/views/newest-first';
import type { View, ViewDefinition, ViewDocument, Views, WritableView } from '@volant/infra/views/view-store';
import { type UserEvent, userCodec } from '../domain/events.ts';
import { userOfStream } from '../domain/user.ts';
import { rolesCodec } from '../roles/events.ts';
import { ROLES_STREAM } from '../roles/roles.ts';

/** A person as other people and services may see them. Never contains a password hash. */
export interface UserDocument extends ViewDocument {
  readonly email: string;
  readonly username: string;
  readonly phone: string | null;
  readonly avatar: string | null;
  readonly role: Role;
  readonly weeklyLetter: boolean;
  readonly createdAt: string;
  /** By which lists are ordered. */
  readonly nameOrder: string;
  readonly emailOrder: string;
  /** Text that a search looks through. */
  readonly text: string;
}

export const USERS_VIEW: ViewDefinition = {
  name: 'users-6',
  shape: '6JvqKMBwd3PB',
  indexes: ['role', 'createdAt', 'weeklyLetter', 'nameOrder', 'emailOrder'],
  texts: ['text'],
};

export function usersView(views: Views): View<UserDocument> {
  return views.view<UserDocument>(USERS_VIEW);
}

export async function applyToUsers(users: WritableView<UserDocument>, commit: Commit): Promise<void> {
  if (commit.streamId === ROLES_STREAM) return applyRoles(users, commit);
  const userId = userOfStream(commit.streamId);
  if (userId === undefined) return;
  for (const stored of commit.events) {
    if (stored.type === STREAM_ERASED) {
      await users.remove(userId);
      continue;
    }
    const event = userCodec.read(stored);
    const after = event === undefined ? undefined : afterEvent(await users.get(userId), event);
    if (after !== undefined) await users.put(after);
  }
}

/** The document after an event; undefined if the event does not change it. */
function afterEvent(before: UserDocument | undefined, event: UserEvent): UserDocument | undefined {
  if (event.type === 'UserSignedUp') {
    const { userId, email, username, signedUpAt } = event.data;
    const empty = { phone: null, avatar: null, role: 'DRIVER' as const, weeklyLetter: false };
    return withText({ _id: userId, email, username, ...empty, createdAt: signedUpAt });
  }
  if (before === undefined) return undefined;
  if (event.type === 'EmailChangeUndone') return withText({ ...before, email: event.data.to });
  if (event.type === 'WeeklyLetterChosen') return { ...before, weeklyLetter: event.data.on };
  if (event.type !== 'ProfileChanged') return undefined;
  const { email, username, phone, avatar } = event.data;
  return withText({
    ...before,
    ...(email === undefined ? {} : { email: email.to }),
    ...(username === undefined ? {} : { username: username.to }),
    ...(phone === undefined ? {} : { phone: phone.to }),
    ...(avatar === undefined ? {} : { avatar: avatar.to }),
  });
}

function withText(person: Omit<UserDocument, 'text' | 'nameOrder' | 'emailOrder'>): UserDocument {
  const { _id, username, email, phone } = person;
  return {
    ...person,
    nameOrder: naturalOrder(searchable(username)),
    emailOrder: naturalOrder(searchable(email)),
    text: searchable([_id, username, email, ...(phone === null ? [] : [phone.replace(/\D/g, '')])].join('\n')),
  };
}

async function applyRoles(users: WritableView<UserDocument>, commit: Commit): Promise<void> {
  for (const { data } of eventsOf(rolesCodec, [commit])) {
    const person = await users.get(data.userId);
    // The account may have been erased since.
    if (person !== undefined) await users.put({ ...person, role: data.to });
  }
}
