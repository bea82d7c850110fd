import * as v from 'valibot';
import { parsed } from '../api/parsed.ts';

const address = v.pipe(v.string(), v.regex(/^https?:\/\//i));
const target = v.fallback(v.optional(address), undefined);

const configSchema = v.object({
  shop: v.fallback(
    v.optional(v.object({ home: target, packMax: target, visibility: target, solo: target })),
    undefined,
  ),
  social: v.fallback(
    v.optional(v.array(v.object({ name: v.pipe(v.string(), v.minLength(1)), url: address }))),
    undefined,
  ),
  company: v.fallback(
    v.optional(
      v.partial(
        v.object({
          name: v.string(),
          corporation: v.string(),
          address: v.string(),
          email: v.string(),
          location: v.string(),
        }),
      ),
    ),
    undefined,
  ),
  /** Id of a page that may be shown as an example. */
  example: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))), undefined),
  /** The name of the server in which the team signs in. */
  signIn: v.fallback(v.optional(v.string()), undefined),
  /** The way to the first administrator's account, on the machine of a product that has none. */
  firstLink: v.fallback(v.optional(v.pipe(v.string(), v.startsWith('/'))), undefined),
});

/** Settings of the operator that need no rebuild. Missing settings hide their text or button. */
export type RuntimeConfig = v.InferOutput<typeof configSchema>;

/** Longest time that rendering waits for the configuration. */
const PATIENCE_MS = 1_500;

let loading: Promise<RuntimeConfig> | undefined;

/**
 * Reads the configuration once, from the server-rendered page or `/site.json`. All settings are optional, so a
 * missing file is not an error.
 */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= readConfig();
  return loading;
}

async function readConfig(): Promise<RuntimeConfig> {
  try {
    const embedded = document.getElementById('site')?.textContent;
    if (embedded) return v.parse(configSchema, JSON.parse(embedded));
    const answer = await fetch('/site.json', {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) return {};
    return parsed(configSchema, await answer.json()) ?? {};
  } catch {
    return {};
  }
}
