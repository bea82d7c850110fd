import { readFile } from 'node:fs/promises';
import { SettingError } from '@volant/infra/process/settings/server-errors';
import { text } from '@volant/infra/text/outside-text';
import { utf8Of } from '@volant/infra/text/utf8';
import { isEmail, LONGEST_EMAIL } from '@volant/proto/contact/email';
import { z } from 'zod';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';

const target = z.url({ protocol: /^https?$/ });

/** Operator-specific content of the site. Missing parts are not shown. */
export const siteSchema = z.strictObject({
  shop: z.strictObject({ home: target, packMax: target, visibility: target, solo: target }).partial().default({}),
  social: z
    .array(z.strictObject({ name: z.string().min(1).max(40), url: target }))
    .max(8)
    .default([]),
  company: z
    .strictObject({
      /** Trading name. */
      name: z.string().min(1).max(100),
      /** Legal entity. */
      corporation: z.string().min(1).max(100),
      /** Several lines, as on a letter. */
      address: z.string().min(1).max(300),
      email: text(LONGEST_EMAIL).refine(isEmail, 'must be an e-mail address').meta({ format: 'email' }),
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

/** What the client is told. */
export const shownSite = siteSchema.extend({
  /** The name of the server in which the team signs in. */
  signIn: z.string().optional(),
});

export type Site = z.infer<typeof siteSchema>;

export const EMPTY_SITE: Site = { shop: {}, social: [], company: {} };

/** @throws SettingError with the file and its error */
export async function readSite(file: string | undefined): Promise<Site> {
  if (file === undefined) return EMPTY_SITE;
  try {
    const json = utf8Of(await readFile(file));
    if (json === undefined) throw new Error('it is not UTF-8');
    return siteSchema.parse(JSON.parse(json));
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error;
    throw new SettingError('VOLANT_SITE_FILE', `the file ${file} cannot be used: ${reason}`);
  }
}

/** `/site.json`: shop, social and company data of the operator, for the client. */
export function siteAnswer(site: unknown): ReadyAnswer {
  return readyAnswer({
    body: Buffer.from(JSON.stringify(site)),
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
  });
}
