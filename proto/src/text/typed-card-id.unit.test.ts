import { describe, expect, it } from 'vitest';
import { typedCardId } from './typed-card-id.ts';

describe('typedCardId', () => {
  it.each([
    ['Taxi75', 'Taxi75'],
    ['Taxi75.html', 'Taxi75'],
    ['https://volant.example/d/Taxi75?s=qr', 'Taxi75'],
    [' Taxi75\u200b\r\n', 'Taxi75'],
    ['« Taxi75 »', 'Taxi75'],
    ['[Taxi75]', 'Taxi75'],
    ['Taxi75/', 'Taxi75'],
    ['id: Taxi75', 'Taxi75'],
    ['Identifiant\u00a0: Taxi75', 'Taxi75'],
    ['ID=Taxi75', 'Taxi75'],
    ['N° Taxi75', 'Taxi75'],
    ['#Taxi75', 'Taxi75'],
    ['taxi\u201375', 'taxi-75'],
    ['abcd efgh ijkm npqr stuv wxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['Id : ABCD EFGH IJKM NPQR STUV WXYZ', 'ABCDEFGHIJKMNPQRSTUVWXYZ'],
    ['Taxi75?s=qr', 'Taxi75'],
    ['N° Taxi75#carte', 'Taxi75'],
    ['abcd.efgh.ijkm.npqr.stuv.wxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['code', 'code'],
    ['page-7', 'page-7'],
  ])('reads %j as %s', (text, id) => expect(typedCardId(text)).toBe(id));

  it.each(['', 'Taxi 75', 'abcd efgh', 'Zoé', 'a.b', 'https://volant.example/e/abc', 'x'.repeat(65)])(
    'finds no id in %.40j',
    (text) => expect(typedCardId(text)).toBeUndefined(),
  );
});
