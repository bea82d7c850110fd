import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => ReactNode;

const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};
const SPECIAL = /["&'<>]/;
const EACH_SPECIAL = /["&'<>]/g;
const VOID: ReadonlySet<string> = new Set(['img', 'link', 'meta']);
/** Boolean attributes. */
const SWITCHES: ReadonlySet<string> = new Set(['hidden']);
/** Attributes that run code, or that React writes in a special way. */
const NOT_WRITTEN = /^(?:on|style$|ref$|value$|checked$|default|dangerously|suppress)/;
const MEMO = Symbol.for('react.memo');
/**
 * Destructured once: in the bundle each use of an import of React goes through a getter, a quarter of the render
 * time.
 */
const [isElement, fragment] = [isValidElement, Fragment];

/**
 * Renders the pure components of the public page to exactly the HTML of React's `renderToStaticMarkup`, in a fraction
 * of the time (ADR 43). Throws for components that need more, such as state or a context. Caches the output of `memo`
 * components, which have few props with few values.
 */
export function staticMarkup(node: ReactNode): string {
  if (typeof node === 'string') return escaped(node);
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'number') return String(node);
  if (Array.isArray(node)) {
    let html = '';
    for (const child of node) html += staticMarkup(child);
    return html;
  }
  if (!isElement(node)) throw new TypeError('only elements, texts and lists of them can be written');
  const { props } = node as ReactElement<Props>;
  const type: unknown = node.type;
  if (typeof type === 'string') return tagMarkup(type, props);
  if (typeof type === 'function') return staticMarkup((type as Component)(props));
  if (type === fragment) return staticMarkup(props.children as ReactNode);
  if (isMemo(type)) return keptMarkup(type.type, props);
  throw new TypeError('only plain components can be written');
}

function tagMarkup(tag: string, props: Props): string {
  let html = `<${tag}`;
  for (const name in props) if (name !== 'children') html += attribute(name, props[name]);
  if (VOID.has(tag)) return `${html}/>`;
  return `${html}>${staticMarkup(props.children as ReactNode)}</${tag}>`;
}

function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  const beginning = beginnings.get(name) ?? beginningOf(name);
  if (typeof value === 'string') return `${beginning}${escaped(value)}"`;
  if (typeof value === 'number') return `${beginning}${value}"`;
  if (SWITCHES.has(name) && typeof value === 'boolean') return value ? `${beginning}"` : '';
  throw new TypeError(`${name} cannot be written with such a value`);
}

/** Cache of attribute prefixes; there are some dozens. */
const beginnings = new Map<string, string>();

function beginningOf(name: string): string {
  if (NOT_WRITTEN.test(name)) throw new TypeError(`${name} cannot be written`);
  const beginning = ` ${name === 'className' ? 'class' : name}="`;
  beginnings.set(name, beginning);
  return beginning;
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (character) => ENTITIES[character] ?? '') : text;
}

interface Memo {
  readonly type: Component;
}

function isMemo(type: unknown): type is Memo {
  return typeof type === 'object' && type !== null && '$$typeof' in type && type.$$typeof === MEMO;
}

/** Keyed by component, then by the value of each of its props. */
const kept = new Map<unknown, unknown>();

function keptMarkup(component: Component, props: Props): string {
  let level = levelBelow(kept, component);
  for (const name in props) level = levelBelow(levelBelow(level, name), props[name]);
  const known = level.get(kept);
  if (typeof known === 'string') return known;
  const markup = staticMarkup(component(props));
  level.set(kept, markup);
  return markup;
}

function levelBelow(level: Map<unknown, unknown>, key: unknown): Map<unknown, unknown> {
  const known = level.get(key);
  if (known !== undefined) return known as Map<unknown, unknown>;
  const made = new Map<unknown, unknown>();
  level.set(key, made);
  return made;
}
