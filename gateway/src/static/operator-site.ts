import { readFile } from 'node:fs/promises';
import { SettingError } from '@volant/infra/process/server-errors';
import { z } from 'zod';

const target = z.url({ protocol: /^https?$/ });

/** What of the site belongs to its operator and not to the code. A part that is missing is not shown. */
export const siteSchema = z.strictObject({
  shop: z.strictObject({ home: target, packMax: target, visibility: target, solo: target }).partial().default({}),
  social: z
    .array(z.strictObject({ name: z.string().min(1).max(40), url: target }))
    .max(8)
    .default([]),
  company: z
    .strictObject({
      /** The name it trades under. */
      name: z.string().min(1).max(100),
      /** The legal person. */
      corporation: z.string().min(1).max(100),
      /** In lines, as on a letter. */
      address: z.string().min(1).max(300),
      email: z.email(),
      /** Town and country. */
      location: z.string().min(1).max(100),
    })
    .partial()
    .default({}),
  /** The id of a page that may be shown as an example. */
  example: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
});

export type Site = z.infer<typeof siteSchema>;

export const EMPTY_SITE: Site = { shop: {}, social: [], company: {} };

/** @throws SettingError naming the file and what is wrong in it */
export async function readSite(file: string): Promise<Site> {
  try {
    return siteSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error;
    throw new SettingError('VOLANT_SITE_FILE', `the file ${file} cannot be used: ${reason}`);
  }
}
