import { readFile } from 'node:fs/promises';

const PAGE = new URL('../../docs/api/errors.md', import.meta.url);

/** Every documented code with its texts. Only documented codes are stable. */
export async function documentedErrors(): Promise<ReadonlyMap<string, { readonly fr: string; readonly en: string }>> {
  const rows = (await readFile(PAGE, 'utf8')).matchAll(/^\| `([A-Z_]+)` \| \d+ \| (.*?) \| (.*?) \|$/gm);
  return new Map([...rows].map(([, code = '', fr = '', en = '']) => [code, { fr, en }]));
}
