/**
 * Checks the two dictionaries against each other and against the sources: the same keys and placeholders in both
 * languages, no missing or unused keys, correct French typography.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const KEY = /^[a-z][A-Za-z]*(?:\.[A-Za-z][A-Za-z0-9]*)+$/;

type Dictionary = ReadonlyMap<string, string>;

function dictionary(language: string): Dictionary {
  const entries = (value: unknown, at: string): [string, string][] => {
    if (typeof value === 'string') return [[at, value]];
    return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) =>
      entries(inner, at === '' ? name : `${at}.${name}`),
    );
  };
  return new Map(entries(JSON.parse(readFileSync(path.join(SOURCES, 'i18n', `${language}.json`), 'utf8')), ''));
}

const base = (key: string) => key.replace(PLURAL, '');
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join(', ');

/** The plural forms that the language needs according to `Intl`. */
function pluralForms(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

function compare(language: string, own: Dictionary, other: Dictionary): string[] {
  const otherKeys = new Set([...other.keys()].map(base));
  return [...own].flatMap(([key, text]) => {
    const found: string[] = [];
    if (!otherKeys.has(base(key))) found.push(`${key} is in ${language}.json alone`);
    if (text.trim() === '') found.push(`${key} is empty in ${language}.json`);
    if (PLURAL.test(key)) {
      const forms = pluralForms(language).map((form) => `${base(key)}_${form}`);
      found.push(...forms.filter((form) => !own.has(form)).map((form) => `${form} is missing in ${language}.json`));
    } else if (other.has(key) && placeholders(text) !== placeholders(other.get(key) ?? '')) {
      found.push(`${key} has other placeholders in ${language}.json`);
    }
    return found;
  });
}

/**
 * Finds straight apostrophes, three dots instead of an ellipsis, and ordinary spaces where French needs non-breaking
 * ones.
 */
function typography(language: string, texts: Dictionary): string[] {
  const wrong: readonly (readonly [RegExp, string])[] = [
    [/[\p{L}]'[\p{L}]/u, 'a straight apostrophe'],
    [/\.\.\./, 'three dots for an ellipsis'],
    ...(language === 'fr' ? ([[/ [:;?!»]|« /, 'an ordinary space at a sign that wants a fixed one']] as const) : []),
  ];
  return [...texts].flatMap(([key, text]) =>
    wrong.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${key} has ${what} in ${language}.json`),
  );
}

function sourceFiles(): string[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Only matches keys under the dictionary's top-level names, so that a file name such as `index.html` is not taken for
 * a key.
 */
function keysInSources(rooms: ReadonlySet<string>): { used: Map<string, string>; assembled: string[] } {
  const used = new Map<string, string>();
  const assembled: string[] = [];
  for (const file of sourceFiles()) {
    const source = readFileSync(file, 'utf8');
    const name = path.relative(SOURCES, file);
    if (/\bt\(\s*`/.test(source)) assembled.push(`${name} assembles a key; write keys out, so that they can be found`);
    for (const [, , literal = ''] of source.matchAll(/(['"])([^'"\n]*)\1/g)) {
      if (KEY.test(literal) && rooms.has(literal.split('.')[0] ?? '')) used.set(literal, name);
    }
  }
  return { used, assembled };
}

const fr = dictionary('fr');
const en = dictionary('en');
const rooms = new Set([...fr.keys()].map((key) => key.split('.')[0] ?? ''));
const { used, assembled } = keysInSources(rooms);
const known = new Set([...fr.keys()].map(base));

const problems = [
  ...compare('fr', fr, en),
  ...compare('en', en, fr),
  ...typography('fr', fr),
  ...typography('en', en),
  ...assembled,
  ...[...used].filter(([key]) => !known.has(key)).map(([key, file]) => `${key} (${file}) is in no dictionary`),
  ...[...known].filter((key) => !used.has(key)).map((key) => `${key} is used nowhere`),
];
if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}\n`);
  process.exit(1);
}
