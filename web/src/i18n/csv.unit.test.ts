import { expect, it } from 'vitest';
import { standInForBrowser } from '../testing/render-screen.tsx';
import { csvFile } from './csv.ts';

standInForBrowser();
const textOf = async (file: Blob) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

it.each([
  ['fr', '\uFEFFJour;"Vues, toutes";Part\r\n2026-11-20;-3;0,5\r\n'],
  ['en', '\uFEFFJour,"Vues, toutes",Part\r\n2026-11-20,-3,0.5\r\n'],
] as const)('writes a file in the dialect of spreadsheets in %s', async (language, text) => {
  const file = csvFile(
    [
      ['Jour', 'Vues, toutes', 'Part'],
      ['2026-11-20', -3, 0.5],
    ],
    language,
  );
  expect(file.type).toBe('text/csv;charset=utf-8');
  expect(await textOf(file)).toBe(text);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+33 6 12', "'+33 6 12"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['a ', '"a "'],
  ['\t=1', '"\'\t=1"'],
  ['\u00a0=1', "'\u00a0=1"],
  ['\uFF1D1', "'\uFF1D1"],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['a;b', '"a;b"'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\r\nb', '"a\r\nb"'],
  ['a\nb', '"a\nb"'],
  ['a=b-c', 'a=b-c'],
  ['0042', "'0042"],
  ['1-2', "'1-2"],
  ['3/4', "'3/4"],
  ['1E5', "'1E5"],
  ['12345678901234567890', "'12345678901234567890"],
  ['dec1', "'dec1"],
  ['2-mars', "'2-mars"],
  ['TRUE', "'TRUE"],
  ['card1', 'card1'],
  ['Marseille 2', 'Marseille 2'],
  ['Mai', 'Mai'],
  ['7qk2', '7qk2'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z'],
  ['Zoé 🚕', 'Zoé 🚕'],
  ['', ''],
])('writes the text %j as %j, which spreadsheets do not evaluate', async (text, cell) => {
  for (const language of ['fr', 'en'] as const)
    expect(await textOf(csvFile([[text]], language))).toBe(`\uFEFF${cell}\r\n`);
});
