import { z } from '../api/zod.ts';

const target = z
  .string()
  .regex(/^https?:\/\//i)
  .optional()
  .catch(undefined);

const configSchema = z.object({
  shop: z.object({ home: target, packMax: target, visibility: target, solo: target }).optional().catch(undefined),
  social: z
    .array(z.object({ name: z.string().min(1), url: z.string().regex(/^https?:\/\//i) }))
    .optional()
    .catch(undefined),
  company: z
    .object({
      name: z.string(),
      corporation: z.string(),
      address: z.string(),
      email: z.string(),
      location: z.string(),
    })
    .partial()
    .optional()
    .catch(undefined),
});

/** What the operator sets without a rebuild. What is missing is not shown, nor is its button. */
export type RuntimeConfig = z.infer<typeof configSchema>;

/** Rendering never waits longer than this for the configuration. */
const PATIENCE_MS = 1_500;

let loading: Promise<RuntimeConfig> | undefined;

/** Reads `/site.json` once. Its absence is no failure: everything in it is optional. */
export function loadConfig(): Promise<RuntimeConfig> {
  loading ??= readConfig();
  return loading;
}

async function readConfig(): Promise<RuntimeConfig> {
  try {
    const answer = await fetch('/site.json', {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) return {};
    return configSchema.catch({}).parse(await answer.json());
  } catch {
    return {};
  }
}
