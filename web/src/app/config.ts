import { z } from '../api/zod.ts';

const address = z.string().check(z.regex(/^https?:\/\//i));
const target = z.catch(z.optional(address), undefined);

const configSchema = z.object({
  shop: z.catch(z.optional(z.object({ home: target, packMax: target, visibility: target, solo: target })), undefined),
  social: z.catch(z.optional(z.array(z.object({ name: z.string().check(z.minLength(1)), url: address }))), undefined),
  company: z.catch(
    z.optional(
      z.partial(
        z.object({
          name: z.string(),
          corporation: z.string(),
          address: z.string(),
          email: z.string(),
          location: z.string(),
        }),
      ),
    ),
    undefined,
  ),
  /** The id of a page that may be shown as an example. */
  example: z.catch(z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))), undefined),
});

/** What the operator sets without a rebuild. What is missing is not shown, nor is its button. */
export type RuntimeConfig = z.infer<typeof configSchema>;

/** Rendering never waits longer than this for the configuration. */
const PATIENCE_MS = 1_500;

let loading: Promise<RuntimeConfig> | undefined;

/** Reads once what a finished page brings along, or `/site.json`. Its absence is no failure: everything is optional. */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= readConfig();
  return loading;
}

async function readConfig(): Promise<RuntimeConfig> {
  try {
    const brought = document.getElementById('site')?.textContent;
    if (brought) return configSchema.parse(JSON.parse(brought));
    const answer = await fetch('/site.json', {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) return {};
    return z.catch(configSchema, {}).parse(await answer.json());
  } catch {
    return {};
  }
}
