import { DISPLAY_STYLES, eachSwitch, eachText } from '@volant/proto/profile/profile';
import * as v from 'valibot';
import { pageStateSchema } from '../../api/shapes.ts';

const text = v.nullish(v.string(), '');

export const blocksSchema = v.object({
  ...eachText(() => text),
  ...eachSwitch(() => v.fallback(v.boolean(), false)),
  displayStyle: v.fallback(v.picklist(DISPLAY_STYLES), 'modern'),
  customFields: v.fallback(v.array(v.object({ id: v.string(), name: text, value: text, icon: text, color: text })), []),
});

export const publicPageSchema = v.object({
  claimed: v.boolean(),
  state: pageStateSchema,
  inactive: v.optional(v.boolean(), false),
  displayName: text,
  blocks: v.optional(v.unknown()),
  avatar: v.nullish(v.string()),
});
export type PublicPage = v.InferOutput<typeof publicPageSchema>;
