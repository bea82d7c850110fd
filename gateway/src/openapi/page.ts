import { escapeHtml } from '@volant/infra/text/escape-html';
import { type OpenApiDocument, type OperationObject, propertiesOf } from './document.ts';
import type { SchemaObject } from './schema-objects.ts';

/** Formats that are useful to an author of a client. */
const FORMATS = ['uuid', 'email', 'date', 'date-time', 'uri', 'binary'];

/** The whole style of the page. The page's policy contains its hash. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #faf8f4; --surface: #fff; --ink: #16150f; --soft: #5c594e; --line: #e2dccf; --accent: #0f4c3a; }
@media (prefers-color-scheme: dark) { :root { --paper: #12140f; --surface: #1b1e18; --ink: #efece3; --soft: #b3ae9f; --line: #34372e; --accent: #8fd0b5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
h1 { font-size: 2.074rem; line-height: 1.15; margin: 0 0 .5rem; letter-spacing: -.02em; }
h2 { font-size: 1.44rem; margin: 3rem 0 1rem; }
h3 { font-size: 1rem; margin: 0; font-weight: 600; }
h4 { font-size: .833rem; margin: 1rem 0 .25rem; color: var(--soft); font-weight: 600; }
p { max-width: 70ch; margin: .25rem 0; }
header nav { display: flex; gap: 1rem; flex-wrap: wrap; margin: 1rem 0; }
header nav a, li a { display: inline-block; padding: .625rem 0; }
ul.contents { list-style: none; margin: 0; padding: 0; columns: 18rem; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; scroll-margin-top: 1rem; }
code { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.method { font-weight: 700; color: var(--accent); margin-right: .5rem; }
dl { margin: 0; display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem; }
dt, dd { margin: 0; min-width: 0; }
.soft { color: var(--soft); font-size: .875rem; }
summary { cursor: pointer; padding: .625rem 0; width: max-content; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
`;

/** Escapes a text, but keeps `code` spans and paragraphs. */
function prose(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .split('\n\n')
    .join('<br>');
}

/** The API description for people: one document without scripts, readable at any width. */
export function apiPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const info = document.info as { title: string; description: string };

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(info.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(info.title)}</h1>
<p>${prose(info.description)}</p>
<nav><a href="/api/openapi.json">The same for a machine (OpenAPI 3.1)</a></nav>
</header>
<main>
<h2>Contents</h2>
<ul class="contents">${operations.map(({ path, method, operation }) => `<li><a href="#${operation.operationId}"><code>${method} ${escapeHtml(path)}</code></a></li>`).join('\n')}</ul>
${groups.map(({ name, operations: members }) => (members.length === 0 ? '' : `<section><h2>${escapeHtml(name)}</h2>${members.map(article).join('\n')}</section>`)).join('\n')}
<section><h2>Shapes</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => `<article id="shape-${name}"><h3>${name}</h3>${shape(schema)}</article>`)
  .join('\n')}
</section>
</main>
</body>
</html>
`;

  function article({ path, method, operation }: { path: string; method: string; operation: OperationObject }): string {
    const { parameters, requestBody, responses } = operation;
    const answers = Object.entries(responses);
    const [answer] = answers;
    return `<article id="${operation.operationId}">
<h3><span class="method">${method}</span><code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)} <span class="soft">${escapeHtml(operation.description)}</span></p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4><dl>${parameters.map((parameter) => `<dt><code>${escapeHtml(parameter.name)}</code></dt><dd>${parameter.in}, ${type(parameter.schema)}${parameter.required ? ', required' : ''}${parameter.description === undefined ? '' : ` — ${prose(parameter.description)}`}</dd>`).join('')}</dl>`}
${
  requestBody === undefined
    ? ''
    : Object.entries(requestBody.content)
        .map(([media, { schema }]) => `<h4>Body <code>${media}</code></h4>${shape(schema)}`)
        .join('')
}
${
  answer === undefined
    ? ''
    : `<h4>Answer ${answer[0]}</h4>${Object.entries(answer[1].content ?? {})
        .map(([media, { schema }]) => (media === 'application/json' ? shape(schema) : `<p><code>${media}</code></p>`))
        .join('')}`
}
<details><summary>Refusals</summary><dl>${answers
      .slice(1)
      .map(([status, { description }]) => `<dt>${status}</dt><dd>${prose(description)}</dd>`)
      .join('')}</dl></details>
</article>`;
  }

  function shape(schema: SchemaObject): string {
    const properties = propertiesOf(schema);
    if (properties.length === 0) return `<p>${type(schema)}</p>`;
    const required = new Set((schema.required as readonly string[] | undefined) ?? []);
    return `<dl>${properties.map(([name, property]) => `<dt><code>${escapeHtml(name)}</code></dt><dd>${type(property)}${required.has(name) ? ` <span class="soft">required</span>` : ''}${meaning(property)}</dd>`).join('')}</dl>`;
  }

  function meaning({ description }: SchemaObject): string {
    return typeof description === 'string' ? ` — ${prose(description)}` : '';
  }

  function type(schema: SchemaObject): string {
    const { $ref, enum: values, const: value, anyOf, items, type: name, additionalProperties } = schema;
    if (typeof $ref === 'string') {
      const target = $ref.slice($ref.lastIndexOf('/') + 1);
      return `<a href="#shape-${target}">${target}</a>`;
    }
    if (value !== undefined) return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
    if (Array.isArray(values)) return values.map((each) => `<code>${escapeHtml(String(each))}</code>`).join(' ');
    if (Array.isArray(anyOf)) return anyOf.map((each) => type(each as SchemaObject)).join(' | ');
    if (name === 'array') return `[ ${type((items as SchemaObject | undefined) ?? {})} ]`;
    if (name === 'object' && propertiesOf(schema).length > 0) {
      return `{ ${propertiesOf(schema)
        .map(([key, property]) => `<code>${escapeHtml(key)}</code>: ${type(property)}`)
        .join(', ')} }`;
    }
    if (name === 'object' && typeof additionalProperties === 'object') {
      return `{ …: ${type(additionalProperties as SchemaObject)} }`;
    }
    if (Array.isArray(name)) return name.map((each) => type({ ...schema, type: each })).join(' | ');
    return typeof name === 'string' ? `<code>${name}</code>${bounds(schema)}` : 'any value';
  }

  function bounds({ minLength, maxLength, minimum, maximum, format }: SchemaObject): string {
    const number = new Intl.NumberFormat('en');
    // The limits of the type itself are of no use to a reader.
    const limit = (value: unknown) =>
      typeof value === 'number' && Math.abs(value) < 2_147_483_647 ? number.format(value) : undefined;
    const [low, high] = [limit(minLength ?? minimum), limit(maxLength ?? maximum)];
    const range = low === undefined ? high && `≤ ${high}` : high === undefined ? `≥ ${low}` : `${low}–${high}`;
    const known = typeof format === 'string' && FORMATS.includes(format) ? ` (${format})` : '';
    return `${known}${range === undefined ? '' : ` ${range}`}`;
  }
}
