import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { DisplayStyle, Profile } from '@volant/proto/profile/profile';
import * as wire from '@volant/proto/volant/pages/v1/page_pb';
import { type ExistingPage, nameOf, ownerOf, type PageState, showsProfile } from '../domain/page.ts';

const STATES: Readonly<Record<PageState, wire.PageState>> = {
  UNCLAIMED: wire.PageState.UNCLAIMED,
  ACTIVE: wire.PageState.ACTIVE,
  INACTIVE: wire.PageState.INACTIVE,
  DEACTIVATED: wire.PageState.DEACTIVATED,
};

const STYLES: Readonly<Record<DisplayStyle, wire.DisplayStyle>> = {
  modern: wire.DisplayStyle.MODERN,
  minimal: wire.DisplayStyle.MINIMAL,
  buttons: wire.DisplayStyle.BUTTONS,
};

/** A page as other services may know it: profile and picture only while visitors see them. */
export function pageSnapshot(page: ExistingPage, version: number, formerItemNames: readonly string[] = []): Uint8Array {
  const ownerId = ownerOf(page);
  const snapshot = create(wire.PageSnapshotSchema, {
    pageUid: page.uid,
    publicId: page.publicId,
    previousIds: [...page.previousIds],
    state: STATES[page.state],
    ...(ownerId === undefined ? {} : { ownerId }),
    tenure: page.tenure,
    displayName: nameOf(page),
    ...(showsProfile(page) ? { ...shown(page), formerItemNames: [...formerItemNames] } : {}),
    createdAt: timestampFromDate(new Date(page.createdAt)),
    ...(page.status === 'owned' ? { claimedAt: timestampFromDate(new Date(page.claimedAt)) } : {}),
    version: BigInt(version),
    indexable: page.indexable,
    card: wire.CardStatus[page.card.status],
    ...(page.card.leadsTo === null ? {} : { leadsTo: page.card.leadsTo.uid, leadsToTenure: page.card.leadsTo.tenure }),
  });
  return toBinary(wire.PageSnapshotSchema, snapshot);
}

function shown({ profile, avatar }: ExistingPage) {
  return { profile: wireProfile(profile), ...(avatar === null ? {} : { avatar }) };
}

/** Without the numbers that the driver does not show: every field of a published profile can be read by anybody. */
function wireProfile({ displayStyle, customFields, ...texts }: Profile): wire.Profile {
  return create(wire.ProfileSchema, {
    ...texts,
    professionalCard: '',
    plate: texts.showsPlate ? texts.plate : '',
    displayStyle: STYLES[displayStyle],
    customFields: customFields.map((field) => create(wire.CustomFieldSchema, field)),
  });
}
