/*
 * Browser storage may be absent or full (private windows, blocked cookies). No stored value is worth an error screen:
 * reading then returns undefined, and writing does nothing.
 */

type Kind = 'local' | 'session';

function area(kind: Kind): Storage | undefined {
  try {
    return kind === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return undefined;
  }
}

export function readText(kind: Kind, key: string): string | null {
  try {
    return area(kind)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeText(kind: Kind, key: string, value: string): void {
  try {
    area(kind)?.setItem(key, value);
  } catch {
    // Full or blocked: see above.
  }
}

export function removeText(kind: Kind, key: string): void {
  try {
    area(kind)?.removeItem(key);
  } catch {
    // Blocked: see above.
  }
}

export function readJson(kind: Kind, key: string): unknown {
  const text = readText(kind, key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeJson(kind: Kind, key: string, value: unknown): void {
  writeText(kind, key, JSON.stringify(value));
}

export function removeAll(kind: Kind, prefix: string): void {
  try {
    const storage = area(kind);
    if (storage === undefined) return;
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // Blocked: see above.
  }
}
