import { expect, it } from 'vitest';
import { MAX_CHARACTERS, readReferences, textOfFile } from './card-references.ts';

const ID = 'abcdefghijkmnpqrstuvwxyz';
const OTHER = '234567892345678923456789';
const textsOf = (text: string) => readReferences(text)?.references.map((one) => one.text);

it.each([
  ['addresses, one a line', `https://volant.example/d/${ID}?s=nfc\nhttps://volant.example/d/x`, 2],
  ['semicolons, a heading and quotes', `﻿Identifiant;Nom\r\n${ID};"Salon ""A""; 1"\r\n${OTHER};\r\n`, 2],
  ['tabs', `N°\tLien\tÉtat\n1\thttps://volant.example/d/${ID}\tOK\n2\t${OTHER}\tOK`, 2],
  ['commas', `id,link\n"${ID}","https://volant.example/d/${ID}"`, 1],
  ['a line break in a cell', `${ID};"two\nlines"\n${OTHER};x`, 2],
  ['old line ends and blank lines', `${ID}\r\r;;\r${OTHER}\r`, 2],
  ['a quote that never ends', `"Chez Paul;${ID}\n${OTHER};x`, 2],
  ['the separator that Excel writes', `sep=,\r\nId,Name\r\n${ID},"a;b"\r\n${OTHER},x\r\n\r\n`, 2],
  ['a heading that joined files repeat', `Id;Nom\n${ID};x\nId;Nom\n${OTHER};y`, 2],
  ['cells that are kept as text', `Id;Nom\n'${ID};x\n"=""${OTHER}""";y`, 2],
  ['ids with marks that nobody sees', `Nom;Id\nx;\u200b${ID}\u200e\ny;\ufeff${OTHER}\u00ad`, 2],
  ['bars', `sep=|\nId|Nom\n${ID}|x\n${OTHER}|y`, 2],
  ['ids of an administrator', 'Taxi75\nTaxi92', 2],
  ['several cards on a line', `${ID}, ${OTHER}`, 2],
  ['a line of addresses', `https://volant.example/d/${ID} https://volant.example/d/${OTHER}?s=nfc`, 2],
  ['JSON', JSON.stringify([ID, OTHER]), 2],
  ['one card by its id and its address', `${ID}\nhttps://volant.example/d/${ID.toUpperCase()}?s=qr`, 1],
])('reads %s', (_, text, count) => {
  expect(textsOf(text)).toHaveLength(count);
});

it('prefers the address, then an id as the system makes it', () => {
  expect(textsOf(`1;${ID};https://volant.example/d/Taxi75`)).toEqual(['https://volant.example/d/Taxi75']);
  expect(textsOf(`1;Salon;${ID}`)).toEqual([ID]);
  expect(textsOf('1;HTTPS://VOLANT.EXAMPLE/D/TAXI75')).toEqual(['HTTPS://VOLANT.EXAMPLE/D/TAXI75']);
  expect(textsOf('1;https%3A%2F%2Fvolant.example%2Fd%2FTaxi75')).toEqual(['https%3A%2F%2Fvolant.example%2Fd%2FTaxi75']);
  const grouped = 'abcd efgh ijkm npqr stuv wxyz';
  expect(textsOf(`No;Id\n1;${grouped}\n2;“${OTHER}”`)).toEqual([grouped, `“${OTHER}”`]);
  const tracked = `https://volant.example/d/Taxi75?utm_source=${'x'.repeat(300)}`;
  expect(textsOf(`1;${tracked}`)).toEqual([tracked]);
});

it('separates cells by the sign that most lines have', () => {
  expect(textsOf('Lot 3, Lyon\n\nTaxi75;x\nTaxi92;y')).toEqual(['Lot 3, Lyon', 'Taxi75', 'Taxi92']);
  expect(textsOf('Cartes\nTaxi75,x\nTaxi92,y')).toEqual(['Cartes', 'Taxi75', 'Taxi92']);
});

it('finds an id with marks that nobody sees in any cell', () => {
  expect(textsOf(`1;Salon;\u200e${ID}\u200b`)).toEqual([ID]);
});

it('numbers the lines, of blank ones and in quotes too', () => {
  const read = readReferences(`Id;Name\n${ID};"two\nlines"\n"";\n${ID.toUpperCase()};again\nno;x`);
  expect(read?.references).toEqual([
    { line: 2, text: ID },
    { line: 6, text: 'no' },
  ]);
  expect(read?.repeated).toEqual([{ line: 5, text: ID.toUpperCase() }]);
});

it('refuses a text that is too long', () => {
  expect(readReferences('x'.repeat(MAX_CHARACTERS + 1))).toBeUndefined();
  expect(readReferences('x\n'.repeat(1_201))).toBeUndefined();
});

it.each([
  ['UTF-8', new TextEncoder().encode('﻿été')],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0xe9, 0, 0x74, 0, 0xe9, 0])],
  ['UTF-16 without its mark', new Uint8Array([0xe9, 0, 0x74, 0, 0xe9, 0])],
  ['UTF-16 of the other byte order', new Uint8Array([0xfe, 0xff, 0, 0xe9, 0, 0x74, 0, 0xe9])],
  ['Windows letters', new Uint8Array([0xe9, 0x74, 0xe9])],
])('decodes %s', (_, bytes) => {
  expect(textOfFile(bytes)?.replace(/^\uFEFF/, '')).toBe('été');
});

it('finds no text in a workbook or another file that is none', () => {
  expect(textOfFile(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))).toBeUndefined();
  expect(textOfFile(new TextEncoder().encode('%PDF-1.7\0'))).toBeUndefined();
});
