import { DISPLAY_STYLES, eachSwitch, eachText } from '@volant/proto/profile/profile';
import * as v from 'valibot';
import { readDraft } from '../../api/drafts.ts';
import { parsed } from '../../api/parsed.ts';
import { draftedPicture, pictureFrom } from '../../ui/use-picture-upload.ts';
import { eachCountry } from './contact-values.ts';
import type { EditorValues } from './editor-values.ts';

/** Drafts of earlier versions have fewer fields; the others come from `start`. */
const draftSchema = (start: EditorValues) =>
  v.object({
    /** The version that editing started from, to detect a save over a newer one. */
    version: v.optional(v.number()),
    values: v.object({
      picture: v.optional(draftedPicture, { path: start.picture.path }),
      displayName: v.string(),
      ...eachText((text) => v.optional(v.string(), start[text])),
      ...eachSwitch((name) => v.optional(v.boolean(), start[name])),
      ...eachCountry((country) => v.optional(v.string(), start[country])),
      displayStyle: v.picklist(DISPLAY_STYLES),
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

export function readPageDraft(pageId: string, start: EditorValues): Draft | undefined {
  const draft = parsed(draftSchema(start), readDraft(pageId));
  return draft && { ...draft, values: { ...draft.values, picture: pictureFrom(draft.values.picture) } };
}
