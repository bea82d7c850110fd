import { z } from 'zod';

const advisory = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisory])) })),
});

const GRAVE: ReadonlySet<string> = new Set(['high', 'critical']);

/**
 * What is wrong according to a report of `npm audit --json`: grave vulnerabilities without an exception, and exceptions
 * without one. Undefined if the text is no report, because the registry did not answer.
 */
export function problemsIn(text: string, exceptions: Readonly<Record<string, string>>): readonly string[] | undefined {
  const { success, data } = report.safeParse(parsed(text));
  if (!success) return undefined;
  const found = new Map<string, string>();
  for (const { via } of Object.values(data.vulnerabilities)) {
    for (const each of via) {
      // A text is the name of another entry.
      if (typeof each === 'string' || !GRAVE.has(each.severity)) continue;
      const id = each.url.slice(each.url.lastIndexOf('/') + 1);
      found.set(id, `${each.name}: ${each.title} (${each.severity}, ${each.url})`);
    }
  }
  return [
    ...[...found].filter(([id]) => exceptions[id] === undefined).map(([, problem]) => problem),
    ...Object.keys(exceptions)
      .filter((id) => !found.has(id))
      .map((id) => `${id} is no vulnerability any more: remove its exception`),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
