import { currentSession, DRAFT_PREFIX } from '../../api/session.ts';
import { z } from '../../api/zod.ts';
import { readJson, removeText, writeJson } from '../../browser/storage.ts';
import type { EditorValues } from './editor-values.ts';

/*
 * Unsaved work outlives a reload and a session that ran out: it is kept in session storage under
 * the person and the page, and goes when it is saved, given up, or the person signs out.
 */

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

function keyOf(pageId: string): string {
  return `${DRAFT_PREFIX}${currentSession()?.user.id ?? ''}:${pageId}`;
}

/** What was kept of a page; what the draft lacks is as in `start`. */
export function readDraft(pageId: string, start: EditorValues): Draft | undefined {
  const draft = draftSchema.safeParse(readJson('session', keyOf(pageId))).data;
  if (draft === undefined) return undefined;
  const { picture = start.picture, phoneCountry = start.phoneCountry, ...values } = draft.values;
  return {
    version: draft.version,
    values: { ...values, picture: { path: picture.path, file: undefined }, phoneCountry },
  };
}

export function writeDraft(pageId: string, draft: Draft): void {
  // After the session has ended there is nobody whose draft it could be; what was written stays.
  if (currentSession() !== null) writeJson('session', keyOf(pageId), draft);
}

export function dropDraft(pageId: string): void {
  if (currentSession() !== null) removeText('session', keyOf(pageId));
}
