import { isDeepStrictEqual } from 'node:util';
import { isNumber } from '@volant/proto/contact/contacts';
import {
  type CustomField,
  EMPTY_PROFILE,
  PROFILE_SWITCHES,
  PROFILE_TEXTS,
  type Profile,
  type ProfileText,
} from '@volant/proto/profile/profile';
import { type ExistingPage, nameOf } from '../page/domain/page.ts';

/** What a field holds: a text, a yes or no, or an item; null for none. */
type Held = string | boolean | { readonly name: string; readonly value: string } | null;

interface FieldChange {
  readonly field: string;
  readonly before: Held;
  readonly after: Held;
}

const FLAT_FIELDS = [...(Object.keys(PROFILE_TEXTS) as ProfileText[]), ...PROFILE_SWITCHES, 'displayStyle'] as const;

/** @param before undefined: everything that is filled in */
export function differences(before: ExistingPage | undefined, after: ExistingPage): readonly FieldChange[] {
  const [former, present] = [before === undefined ? emptyOf(after) : flat(before), flat(after)];
  const changed = Object.entries(present).flatMap(([field, now]) => {
    const then = former[field] ?? null;
    return readsAs(field, then) === readsAs(field, now) ? [] : [{ field, before: then, after: now }];
  });
  return [...changed, ...itemChanges(before?.profile ?? EMPTY_PROFILE, after.profile)];
}

/** A value without the blanks that the history does not show, so that a change never reads the same on both sides. */
function readsAs(field: string, held: string | boolean | null): string | boolean | null {
  return typeof held === 'string' ? held.replace(/[^\S\n]+/g, isNumber(field) ? '' : ' ') : held;
}

/** An empty text counts as none. */
function flat(page: ExistingPage): Readonly<Record<string, string | boolean | null>> {
  const { publicId, state, avatar, indexable, profile } = page;
  const ofProfile = FLAT_FIELDS.map((field) => [field, profile[field] === '' ? null : profile[field]]);
  const displayName = nameOf(page) || null;
  return { id: publicId, state, displayName, avatar, indexable, ...Object.fromEntries(ofProfile) };
}

/** The id and the state of a first version are no change. */
function emptyOf(page: ExistingPage): ReturnType<typeof flat> {
  return flat({ ...page, named: true, displayName: '', avatar: null, indexable: false, profile: EMPTY_PROFILE });
}

function itemChanges(
  { customFields: before }: Pick<Profile, 'customFields'>,
  { customFields: after }: Pick<Profile, 'customFields'>,
): readonly FieldChange[] {
  const changes = [...new Set([...before, ...after].map(({ id }) => id))].flatMap((id) => {
    const [then, now] = [itemOf(before, id), itemOf(after, id)];
    return isDeepStrictEqual(looksLike(then), looksLike(now))
      ? []
      : [{ field: 'customFields', before: shownItem(then), after: shownItem(now) }];
  });
  const moved = !isDeepStrictEqual(commonOrder(before, after), commonOrder(after, before));
  return moved ? [...changes, { field: 'itemOrder', before: null, after: null }] : changes;
}

function itemOf(items: readonly CustomField[], itemId: string): CustomField | undefined {
  return items.find(({ id }) => id === itemId);
}

function looksLike(item: CustomField | undefined) {
  return item && { ...item, name: readsAs('', item.name), value: readsAs('', item.value) };
}

function shownItem(item: CustomField | undefined): Held {
  return item === undefined ? null : { name: item.name, value: item.value };
}

/** Ids of the items that both lists have, in the order of the first. */
function commonOrder(items: readonly CustomField[], others: readonly CustomField[]): readonly string[] {
  return items.flatMap(({ id }) => (itemOf(others, id) === undefined ? [] : [id]));
}
