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
    ['abcd-efgh-ijkm-npqr-stuv-wxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['ABCDEF_GHIJKM_NPQRST_UVWXYZ', 'ABCDEFGHIJKMNPQRSTUVWXYZ'],
    ['abcdefgh/ijkmnpqr/stuvwxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['abcd\u2013efgh\u2013ijkm\u2013npqr\u2013stuv\u2013wxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['https://volant.example/d/abcd efgh ijkm npqr stuv wxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['https : // volant . example / d / Taxi75', 'Taxi75'],
    ['volant.example\\d\\Taxi75', 'Taxi75'],
    ['Ma carte\u00a0: Taxi75', 'Taxi75'],
    ['🚕 abcdefghijkmnpqrstuvwxyz (carte 12)', 'abcdefghijkmnpqrstuvwxyz'],
    ['12. abcdefghijkmnpqrstuvwxyz', 'abcdefghijkmnpqrstuvwxyz'],
    ['{"id":"abcdefghijkmnpqrstuvwxyz"}', 'abcdefghijkmnpqrstuvwxyz'],
    ['𝗧𝗮𝘅𝗶𝟳𝟱', 'Taxi75'],
    ['ｈｔｔｐｓ：／／ｖｏｌａｎｔ．ｅｘａｍｐｌｅ／ｄ／Ｔａｘｉ７５', 'Taxi75'],
    ['taxi-des-parc-nice-aere-75', 'taxi-des-parc-nice-aere-75'],
    ['code', 'code'],
    ['page-7', 'page-7'],
  ])('reads %j as %s', (text, id) => expect(typedCardId(text)).toBe(id));

  it.each(['', 'Taxi 75', 'abcd efgh', 'Zoé', 'a.b', 'https://volant.example/e/abc', 'x'.repeat(65)])(
    'finds no id in %.40j',
    (text) => expect(typedCardId(text)).toBeUndefined(),
  );
});
