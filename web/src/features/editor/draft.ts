import * as v from 'valibot';
import { readDraft } from '../../api/drafts.ts';
import { parsed } from '../../api/parsed.ts';
import type { EditorValues } from './editor-values.ts';

const draftSchema = v.object({
  /** The version that editing started from, to detect a save over a newer one. */
  version: v.optional(v.number()),
  values: v.object({
    /** Absent in drafts of earlier versions. A chosen file that was not uploaded is not stored. */
    picture: v.optional(v.object({ path: v.string() })),
    phoneCountry: v.optional(v.string()),
    displayName: v.string(),
    name: v.string(),
    company: v.string(),
    bio: v.string(),
    phone: v.string(),
    email: v.string(),
    whatsapp: v.string(),
    whatsappCountry: v.string(),
    website: v.string(),
    instagram: v.string(),
    displayStyle: v.picklist(['modern', 'minimal', 'buttons']),
    customFields: v.array(
      v.object({ id: v.string(), name: v.string(), value: v.string(), icon: v.string(), color: v.string() }),
    ),
    state: v.picklist(['ACTIVE', 'INACTIVE']),
    indexable: v.boolean(),
  }),
});

export interface Draft {
  readonly version?: number | undefined;
  readonly values: EditorValues;
}

/** The draft of a page; fields missing in it come from `start`. */
export function readPageDraft(pageId: string, start: EditorValues): Draft | undefined {
  const draft = parsed(draftSchema, readDraft(pageId));
  if (draft === undefined) return undefined;
  const { picture = start.picture, phoneCountry = start.phoneCountry, ...values } = draft.values;
  return {
    version: draft.version,
    values: { ...values, picture: { path: picture.path, file: undefined }, phoneCountry },
  };
}
