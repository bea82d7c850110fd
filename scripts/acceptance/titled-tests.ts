import { type CallExpression, type Expression, type Node, parseSync, Visitor } from 'oxc-parser';

/** A test, a group of tests or a row of the bench whose title names the lines of the acceptance list that it covers. */
export interface TitledTest {
  readonly file: string;
  readonly title: string;
  readonly numbers: readonly number[];
}

const NUMBERS = /^(.*\S) \(acceptance (\d+(?:, \d+)*)\)$/;
const NAMERS = new Set(['test', 'it', 'describe']);

/**
 * Finds tests and bench rows whose titles end with “(acceptance 12, 34)”. Throws for a title that only resembles that.
 */
export function titledTestsIn(file: string, source: string): readonly TitledTest[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: TitledTest[] = [];
  function read(title: string | undefined): void {
    if (title === undefined || !/\bacceptance \d/.test(title)) return;
    const [, text, numbers] = NUMBERS.exec(title) ?? [];
    if (text === undefined || numbers === undefined) {
      throw new Error(`${file}: “${title}” has to end as in “(acceptance 12, 34)”`);
    }
    found.push({ file, title: text, numbers: numbers.split(', ').map(Number) });
  }
  const visitor = new Visitor({
    CallExpression(call) {
      if (NAMERS.has(nameOf(call.callee))) read(titleOf(call.arguments[0], source));
    },
    Property({ key, value }) {
      if (file.startsWith('bench/') && key.type === 'Identifier' && key.name === 'name') read(titleOf(value, source));
    },
  });
  visitor.visit(program);
  return found;
}

/** The base name: `test` for `test(…)`, `test.each(…)(…)` and similar calls. */
function nameOf(callee: Expression | CallExpression['callee']): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return nameOf(callee.object);
  if (callee.type === 'CallExpression') return nameOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return nameOf(callee.tag);
  return '';
}

/** The title as written in the source: placeholders of a template are kept. */
function titleOf(title: Node | undefined, source: string): string | undefined {
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? source.slice(title.start + 1, title.end - 1) : undefined;
}
