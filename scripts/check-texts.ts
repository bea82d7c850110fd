/**
 * Checks the catalogues of all packages: each language has those of its areas, with the texts and placeholders of the
 * French ones and its own plural forms; nothing is missing, unused or a copy of another language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTACT_CODES } from '../proto/src/contact/contacts.ts';
import { REGISTER_CODES } from '../proto/src/profile/registers.ts';
import { DEFAULT_LANGUAGE, EVERYTHING, LANGUAGES, type Language, languagesWith } from '../proto/src/text/languages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVICES = readdirSync(path.join(ROOT, 'services')).map((name) => `services/${name}`);
/** Places of the codes that people meet without an account, which every language has to translate. */
const MET_BY_VISITORS =
  /^(?:gateway|infra|services\/(?:analytics|pages\/src\/page|support\/src\/(?:contact|message)|identity\/src\/(?:user|sign-in|passwords)))\//;
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
/** Keys of i18next, which the client writes as one literal. */
const KEY = /(['"])([a-z][A-Za-z]*(?:\.[A-Za-z][A-Za-z0-9_]*)+)\1/g;
/** The client reads a whole group of texts, to choose one of them by its name. */
const GROUP = /\bt\('([\w.]+)', \{ returnObjects: true \}\)/g;
/** A catalogue with a larger share of texts that another language has, too, is a copy of it: Portuguese and Spanish agree in 40 %. */
const SHARED = 0.5;
/** In words. Shorter texts may be the same in two languages. */
const SENTENCE = 4;

/** Keys that the code makes of a list; a fallback answers for each. */
const MADE: ReadonlySet<string> = new Set([...CONTACT_CODES, ...REGISTER_CODES]);

type Texts = ReadonlyMap<string, string>;

interface Catalogue {
  /** The file, with the language if it has several. */
  readonly file: string;
  /** The file without its language. */
  readonly name: string;
  readonly area: string;
  readonly language: string;
  readonly texts: Texts;
}

function entries(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) =>
    entries(inner, at === '' ? name : `${at}.${name}`),
  );
}

/** All files of the product. */
const files = ['proto', 'infra', 'gateway', 'standalone', 'web', ...SERVICES].flatMap((name) =>
  readdirSync(path.join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(name, 'src', file),
  ),
);

const read = (file: string): object => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** The texts of a language, of a file that has each text in all its languages. */
function textsIn(language: string, value: object): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!Object.hasOwn(inner, DEFAULT_LANGUAGE)) return textsIn(language, inner).map(below(key));
    return Object.hasOwn(inner, language) ? entries(inner[language]).map(below(key)) : [];
  });
}

const below =
  (key: string) =>
  ([name, text]: [string, string]): [string, string] => [name === '' ? key : `${key}.${name}`, text];

function cataloguesIn(file: string): readonly Catalogue[] {
  const [area = '', language = ''] = path.basename(file).split('.');
  const name = path.join(path.dirname(file), area);
  if (language !== 'json') return [{ file, name, area, language, texts: new Map(entries(read(file))) }];
  return Object.keys(LANGUAGES)
    .map((one) => ({ file: `${file} (${one})`, name, area, language: one, texts: new Map(textsIn(one, read(file))) }))
    .filter(({ texts }) => texts.size > 0);
}

const catalogues = files
  .filter((file) => /\/texts\/[^/]+\.json$|\/(?:errors|reasons|workbook)\.json$/.test(file))
  .flatMap(cataloguesIn);
const french = new Map(
  catalogues.filter(({ language }) => language === DEFAULT_LANGUAGE).map((one) => [one.name, one]),
);

/** French texts of all refusals, with the catalogue of each code. */
const refusals = new Map(
  [...french.values()]
    .filter(({ area }) => area === 'errors')
    .flatMap(({ file, texts }) => [...texts].map(([code, text]) => [code, { file, text }] as const)),
);

const order: readonly string[] = languagesWith();

const base = (key: string) => key.replace(PLURAL, '');
const placeholders = (text: string) =>
  [...text.matchAll(/\{+\s*(\w+)/g)]
    .map(([, name]) => name)
    .sort()
    .join(', ');

function missingCatalogues(): string[] {
  const present = new Set(catalogues.map(({ name, language }) => `${name}.${language}`));
  const known: ReadonlySet<string> = new Set<string>(EVERYTHING).add('story');
  return [
    ...catalogues.filter(({ area }) => !known.has(area)).map(({ file }) => `${file} is of no area`),
    ...catalogues
      .filter(
        ({ area, language }) =>
          !order.includes(language) || !LANGUAGES[language as Language].areas.some((one) => one === area),
      )
      .map(({ file, language }) => `${file} is in no area of the language ${language}`),
    ...languagesWith('refusals')
      .filter((language) => !LANGUAGES[language].areas.includes('errors'))
      .map((language) => `infra/src/texts/refusals.${language}`)
      .filter((name) => !present.has(name))
      .map((name) => `${name}.json is missing`),
    ...[...french.values()].flatMap(({ name, area }) =>
      languagesWith()
        .filter(
          (language) => LANGUAGES[language].areas.some((one) => one === area) && !present.has(`${name}.${language}`),
        )
        .map((language) => `${name}.${language}.json is missing`),
    ),
  ];
}

function compare({ file, name, area, language, texts }: Catalogue): string[] {
  const isOfRefusals = area === 'refusals';
  const reference = isOfRefusals
    ? new Map([...refusals].map(([code, { text }]) => [code, text]))
    : (french.get(name)?.texts ?? new Map<string, string>());
  const isNeeded = (key: string) => !isOfRefusals || MET_BY_VISITORS.test(refusals.get(key)?.file ?? '');
  const own = new Set([...texts.keys()].map(base));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const missing = [...reference.keys()]
    .filter((key) => isNeeded(key) && !own.has(base(key)))
    .map((key) => `${key} is missing`);
  const wrong = [...texts].flatMap(([key, text]) => {
    const others = [...reference].filter(([other]) => base(other) === base(key));
    if (others.length === 0) return [`${key} is not in French`];
    if (text.trim() === '') return [`${key} is empty`];
    if (!others.some(([, other]) => placeholders(other) === placeholders(text))) {
      return [`${key} has other placeholders`];
    }
    if (!PLURAL.test(key)) return [];
    return forms
      .map((form) => `${base(key)}_${form}`)
      .filter((form) => !texts.has(form))
      .map((form) => `${form} is missing`);
  });
  return [...missing, ...wrong].map((problem) => `${file}: ${problem}`);
}

/** Finds sentences, and catalogues with mostly the same texts, that are those of another language. */
function copies({ file, name, language, texts }: Catalogue): string[] {
  const former = order.slice(0, order.indexOf(language));
  return catalogues
    .filter((other) => other.name === name && former.includes(other.language))
    .flatMap((other) => {
      const same = [...texts].filter(
        ([key, text]) => other.texts.get(key) === text && !/^\d{4}-\d\d-\d\d$|^[a-z-]+$/.test(text),
      );
      if (same.length / texts.size <= SHARED) {
        return same
          .filter(([, text]) => (text.replaceAll(/\{\{.*?\}\}/g, '').match(/\p{L}{2,}/gu) ?? []).length >= SENTENCE)
          .map(([key]) => `${file}: ${key} is the text of ${other.language}`);
      }
      return [`${file} is not translated: ${same.length} of ${texts.size} texts are those of ${other.language}`];
    });
}

/**
 * Finds straight apostrophes, three dots instead of an ellipsis, and ordinary spaces where French needs non-breaking
 * ones.
 */
function typography({ file, language, texts }: Catalogue): string[] {
  const wrong: readonly (readonly [RegExp, string])[] = [
    [/[\p{L}]'[\p{L}]/u, 'a straight apostrophe'],
    [/\.\.\./, 'three dots for an ellipsis'],
    ...(language === 'fr' ? ([[/ [:;?!»]|« /, 'an ordinary space at a sign that wants a fixed one']] as const) : []),
  ];
  return [...texts].flatMap(([key, text]) =>
    wrong.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${file}: ${key} has ${what}`),
  );
}

/** Holds the client's literal keys against its catalogues, and all names in the others against all sources. */
function usage(): string[] {
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|generated)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const);
  const words = new Set(sources.flatMap(([, source]) => source.match(/\w+/g) ?? []));
  const client = sources.filter(([file]) => file.startsWith('web/'));
  const keyed = [...french.values()].filter(({ file }) => file.startsWith('web/src/i18n/'));
  const known = new Set(keyed.flatMap(({ texts }) => [...texts.keys()].map(base)));
  const rooms = new Set([...known].map((key) => key.split('.')[0]));
  const used = new Map(
    client.flatMap(([file, source]) => [...source.matchAll(KEY)].map(([, , key = '']) => [key, file] as const)),
  );
  const groups = new Set(client.flatMap(([, source]) => [...source.matchAll(GROUP)].map(([, name = '']) => name)));
  const inGroup = (key: string) => key.split('.').some((_, end, names) => groups.has(names.slice(0, end).join('.')));
  const others = [...french.values()].filter(({ file, area }) => !file.startsWith('web/src/i18n/') || area === 'page');
  return [
    ...client.filter(([, source]) => /\bt\(\s*`/.test(source)).map(([file]) => `${file} assembles a key; write it out`),
    ...[...used]
      .filter(([key]) => rooms.has(key.split('.')[0]) && !known.has(key) && !groups.has(key))
      .map(([key, file]) => `${key} (${file}) is in no catalogue`),
    ...[...known].filter((key) => !used.has(key) && !inGroup(key)).map((key) => `${key} is used nowhere`),
    ...others.flatMap(({ file, texts }) =>
      [...texts.keys()]
        .filter(
          (key) =>
            !MADE.has(key) && !key.split(/\W+/).every((word) => word === '' || /^\d+$/.test(word) || words.has(word)),
        )
        .map((key) => `${file}: ${key} is used nowhere`),
    ),
  ];
}

const problems = [
  ...missingCatalogues(),
  ...catalogues.flatMap((one) => [...compare(one), ...copies(one), ...typography(one)]),
  ...usage(),
];
if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}\n`);
  process.exitCode = 1;
}
