import { describe, expect, it } from 'vitest';
import { complaintsOf, type Line, reportOf } from './report.ts';
import { titledTestsIn } from './titled-tests.ts';

const LINES: readonly Line[] = [
  { number: 1, section: 'Router', text: '[S] Each renders.' },
  { number: 2, section: 'Router', text: '[D] One of A | B.' },
  { number: 3, section: 'Beyond', text: '[G] More.' },
];
const test = (...numbers: number[]) => ({ file: 'a.test.ts', title: 'renders', numbers });

describe('the titles of tests', () => {
  it('are read from tests, tables and groups', () => {
    const source = `
      test('renders (acceptance 1, 12)', () => {});
      it.each([['(acceptance 9)']])('%s fits (acceptance 2)', () => {});
      describe.skipIf(no)(\`in \${WHERE} (acceptance 3)\`, () => { it('does more', () => {}); });
      expect('the number (acceptance 4)');`;
    expect(titledTestsIn('a.test.ts', source)).toEqual([
      { file: 'a.test.ts', title: 'renders', numbers: [1, 12] },
      { file: 'a.test.ts', title: '%s fits', numbers: [2] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the source
      { file: 'a.test.ts', title: 'in ${WHERE}', numbers: [3] },
    ]);
  });

  it('include the names of the bench’s rows', () => {
    const source = `const row = { name: 'p95 (acceptance 5)', goal: 'quick (acceptance 6)' };`;
    expect(titledTestsIn('bench/src/rows/a.ts', source)).toEqual([
      { file: 'bench/src/rows/a.ts', title: 'p95', numbers: [5] },
    ]);
    expect(titledTestsIn('a.test.ts', source)).toEqual([]);
  });

  it.each(['renders (acceptance 1,2)', 'renders (acceptance 1) here', 'renders acceptance 1'])(
    'are refused if they end with “%s”',
    (title) => {
      expect(() => titledTestsIn('a.test.ts', `it('${title}', () => {});`)).toThrow('has to end');
    },
  );
});

describe('the acceptance list', () => {
  it('has no complaints when every line has a test, except lines that go beyond', () => {
    expect(complaintsOf(LINES, [test(1), test(2)], [])).toEqual([]);
  });

  it('complains of a line without a test, unless its test is still to come', () => {
    expect(complaintsOf(LINES, [test(2)], [])).toEqual(['no test holds line 1: [S] Each renders.']);
    expect(complaintsOf(LINES, [test(2)], [1])).toEqual([]);
  });

  it('complains of lines to come that have a test, and of unknown numbers', () => {
    expect(complaintsOf(LINES, [test(1, 2)], [2, 9])).toEqual([
      'line 2 has a test: take it off TO_COME',
      'TO_COME has 9, which is no line',
    ]);
    expect(complaintsOf(LINES, [test(1, 2, 7)], [])).toEqual(['a.test.ts: “renders” names 7, which is no line']);
  });

  it('names the tests of each line', () => {
    const report = reportOf(LINES, [test(2), { ...test(2), title: 'fits' }]);
    expect(report).toContain('## Router\n');
    expect(report).toContain('| 1 | [S] Each renders. | — |');
    expect(report).toContain('| 2 | [D] One of A \\| B. | [a.test.ts](../a.test.ts): “renders”, “fits” |');
  });
});
