import { parseSync, Visitor } from 'oxc-parser';

/** Uses whose cost grows faster than the text, unless the text is short. */
export type Rule = 'normalises' | 'unbounded text' | 'backtracks' | 'made at run time';

export interface Finding {
  readonly rule: Rule;
  /** As written in the source. */
  readonly code: string;
  readonly line: number;
}

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Whether matching takes linear time. */
export type IsLinear = (pattern: Pattern) => boolean;

/** zod schemas that process a text of any length. */
const TEXTS = new Set([
  'string',
  'email',
  'url',
  'uuid',
  'guid',
  'base64',
  'base64url',
  'jwt',
  'regex',
  'stringFormat',
]);

/** Each use of a text that is not obviously bounded. */
export function findingsIn(file: string, source: string, isLinear: IsLinear): readonly Finding[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const findings: Finding[] = [];

  function report(rule: Rule, { start, end }: { readonly start: number; readonly end: number }): void {
    const line = source.slice(0, start).split('\n').length;
    findings.push({ rule, code: source.slice(start, end).split('\n', 1)[0] ?? '', line });
  }

  function reportMade(node: { readonly start: number; readonly end: number; readonly callee: object }): void {
    if ('name' in node.callee && node.callee.name === 'RegExp') report('made at run time', node);
  }

  new Visitor({
    CallExpression(node) {
      reportMade(node);
      if (node.callee.type !== 'MemberExpression' || node.callee.computed) return;
      const { object, property } = node.callee;
      if (property.type !== 'Identifier') return;
      if (property.name === 'normalize') report('normalises', node);
      const ofIso = object.type === 'MemberExpression' && isZod(object.object) && nameOf(object.property) === 'iso';
      if (ofIso || (isZod(object) && TEXTS.has(property.name))) report('unbounded text', node);
    },
    NewExpression: reportMade,
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      if (!isLinear({ source: pattern, flags })) report('backtracks', node);
    },
  }).visit(program);
  return findings;
}

function isZod(node: object): boolean {
  return nameOf(node) === 'z';
}

function nameOf(node: object): string | undefined {
  return 'name' in node && typeof node.name === 'string' ? node.name : undefined;
}
