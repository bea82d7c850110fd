import * as v from 'valibot';

/** Pieces with a layout of their own. */
export const FORMATS = ['card', 'sheet', 'headrest', 'sticker'] as const;
export type Format = (typeof FORMATS)[number];

/** What can be made: pieces as PDF, codes to place in a design, and links for who writes the chips. */
export const PRODUCTS = [...FORMATS, 'codes', 'links'] as const;
export type Product = (typeof PRODUCTS)[number];

/** Most pages in a file, so that the memory of a tab suffices for any choice. Lists of links have no such bound. */
export const MOST_PAGES = 1_000;

const pageSchema = v.object({ id: v.string(), displayName: v.string() });

/** The choice of pages: themselves, or the filter of a list, which is read when the file is made. */
const choiceSchema = v.variant('by', [
  v.object({ by: v.literal('pages'), pages: v.array(pageSchema) }),
  v.object({
    by: v.literal('filter'),
    filter: v.object({
      search: v.optional(v.string()),
      state: v.optional(v.picklist(['UNCLAIMED', 'ACTIVE', 'INACTIVE', 'DEACTIVATED'])),
      claimed: v.optional(v.picklist(['CLAIMED', 'UNCLAIMED'])),
    }),
    /** Ids of pages that match and are left out. */
    leftOut: v.optional(v.array(v.string())),
    /** Cursor of the last page that is in an earlier file. */
    after: v.optional(v.string()),
  }),
]);
export type Choice = v.InferOutput<typeof choiceSchema>;

/** Cards of a batch, which can be marked as printed afterwards. */
const batchSchema = v.object({ id: v.string(), numbers: v.array(v.number()) });
export type BatchCards = v.InferOutput<typeof batchSchema>;

export const orderSchema = v.object({
  product: v.picklist(PRODUCTS),
  names: v.boolean(),
  choice: choiceSchema,
  batch: v.optional(batchSchema),
  /** How often it was begun without an end. */
  begun: v.optional(v.number()),
});
export type PrintOrder = v.InferOutput<typeof orderSchema>;
