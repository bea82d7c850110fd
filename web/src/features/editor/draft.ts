import { readDraft } from '../../api/drafts.ts';
import { z } from '../../api/zod.ts';
import type { EditorValues } from './editor-values.ts';

const draftSchema = z.object({
  /** The version the work began from: a save over a newer one must be noticed. */
  version: z.optional(z.number()),
  values: z.object({
    /** Absent in drafts of former versions. A file that was chosen and not sent is not kept. */
    picture: z.optional(z.object({ path: z.string() })),
    phoneCountry: z.optional(z.string()),
    displayName: z.string(),
    name: z.string(),
    company: z.string(),
    bio: z.string(),
    phone: z.string(),
    email: z.string(),
    whatsapp: z.string(),
    whatsappCountry: z.string(),
    website: z.string(),
    instagram: z.string(),
    displayStyle: z.enum(['modern', 'minimal', 'buttons']),
    customFields: z.array(
      z.object({ id: z.string(), name: z.string(), value: z.string(), icon: z.string(), color: z.string() }),
    ),
    state: z.enum(['ACTIVE', 'INACTIVE']),
    indexable: z.boolean(),
  }),
});

export interface Draft {
  readonly version?: number | undefined;
  readonly values: EditorValues;
}

/** What was kept of a page; what the draft lacks is as in `start`. */
export function readPageDraft(pageId: string, start: EditorValues): Draft | undefined {
  const draft = draftSchema.safeParse(readDraft(pageId)).data;
  if (draft === undefined) return undefined;
  const { picture = start.picture, phoneCountry = start.phoneCountry, ...values } = draft.values;
  return {
    version: draft.version,
    values: { ...values, picture: { path: picture.path, file: undefined }, phoneCountry },
  };
}
