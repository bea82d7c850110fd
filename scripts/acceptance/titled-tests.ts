import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';

/** A test, or a group of tests, whose title says which lines of the acceptance list it holds. */
export interface TitledTest {
  readonly file: string;
  readonly title: string;
  readonly numbers: readonly number[];
}

const NUMBERS = /^(.*\S) \(acceptance (\d+(?:, \d+)*)\)$/;
const NAMERS = new Set(['test', 'it', 'describe']);

/** The tests of a file whose titles end with “(acceptance 12, 34)”; a title that only resembles that is refused. */
export function titledTestsIn(file: string, source: string): readonly TitledTest[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: TitledTest[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      const title = NAMERS.has(nameOf(call.callee)) ? titleOf(call, source) : undefined;
      if (title === undefined || !/\bacceptance \d/.test(title)) return;
      const [, text, numbers] = NUMBERS.exec(title) ?? [];
      if (text === undefined || numbers === undefined) {
        throw new Error(`${file}: “${title}” has to end as in “(acceptance 12, 34)”`);
      }
      found.push({ file, title: text, numbers: numbers.split(', ').map(Number) });
    },
  });
  visitor.visit(program);
  return found;
}

/** `test` of `test(…)`, `test.each(…)(…)` and `describe.skipIf(…)(…)`. */
function nameOf(callee: Expression | CallExpression['callee']): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return nameOf(callee.object);
  if (callee.type === 'CallExpression') return nameOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return nameOf(callee.tag);
  return '';
}

/** As it stands in the source: what a template fills in is left as it is written. */
function titleOf({ arguments: [title] }: CallExpression, source: string): string | undefined {
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? source.slice(title.start + 1, title.end - 1) : undefined;
}
