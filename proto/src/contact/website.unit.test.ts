import { describe, expect, it } from 'vitest';
import { readWebsite } from './website.ts';

describe('readWebsite', () => {
  it.each([
    ['berline-demo.fr', 'https://berline-demo.fr'],
    [' www.berline-demo.fr/tarifs?x=1#y ', 'https://www.berline-demo.fr/tarifs?x=1#y'],
    ['http://berline-demo.fr', 'http://berline-demo.fr'],
    ['HTTPS://Berline-Demo.fr/A', 'HTTPS://Berline-Demo.fr/A'],
    ['berline-demo.fr:8443/a', 'https://berline-demo.fr:8443/a'],
    ['taxi-élégance.fr', 'https://taxi-élégance.fr'],
    ['пример.рф', 'https://пример.рф'],
    ['xn--e1afmkfd.xn--p1ai', 'https://xn--e1afmkfd.xn--p1ai'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['Site : www.berline-demo.fr, sur rendez-vous', 'https://www.berline-demo.fr'],
  ])('links %s to %s', (value, href) => {
    const reading = readWebsite(value);
    expect(reading?.href).toBe(href);
    expect(readWebsite(reading?.text ?? '')).toEqual(reading);
  });

  it.each([
    ['https://https://exemple.fr', 'https://exemple.fr'],
    ['http://https://exemple.fr/a', 'https://exemple.fr/a'],
    ['https://http://exemple.fr', 'http://exemple.fr'],
    ['https:https://exemple.fr', 'https://exemple.fr'],
    ['https//exemple.fr', 'https://exemple.fr'],
    ['http//exemple.fr', 'http://exemple.fr'],
    ['http:/exemple.fr', 'http://exemple.fr'],
    ['https:exemple.fr', 'https://exemple.fr'],
    ['HTTP:\\\\exemple.fr', 'http://exemple.fr'],
    ['https:///exemple.fr', 'https://exemple.fr'],
    ['//exemple.fr', 'https://exemple.fr'],
    ['htp://exemple.fr', 'http://exemple.fr'],
    ['ttps://exemple.fr', 'https://exemple.fr'],
    ['https;//exemple.fr', 'https://exemple.fr'],
    ['https//:exemple.fr', 'https://exemple.fr'],
    ['https://www.https://exemple.fr', 'https://exemple.fr'],
    ['http:// www.exemple.fr', 'www.exemple.fr'],
    ['<https://exemple.fr>', 'https://exemple.fr'],
    ['« exemple.fr »', 'exemple.fr'],
    ['exemple.fr.', 'exemple.fr'],
    ['exemple.fr,', 'exemple.fr'],
    ['https://exemple.fr/a_(b)', 'https://exemple.fr/a_(b)'],
    ['(exemple.fr)', 'exemple.fr'],
    ['https://exemple.fr/mon site', 'https://exemple.fr/mon%20site'],
    ['https://exemple.fr (réservation)', 'https://exemple.fr'],
    ['exem\u200bple.fr', 'exemple.fr'],
  ])('stores %s as %s', (value, text) => expect(readWebsite(value)?.text).toBe(text));

  it.each([
    'javascript:alert(1)',
    'JavaScript://berline-demo.fr/%0aalert(1)',
    'JavaScript:1/alert(1)',
    'java\nscript:alert(1)',
    'http:javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x.fr',
    'file:///etc/passwd',
    'ftp://berline-demo.fr',
    'mailto:x@berline-demo.fr',
    'jean@exemple.fr',
    'tel:0612345678',
    '06.12.34.56.78',
    '\\\\berline-demo.fr',
    'https://',
    'https://https://',
    'http://hello',
    'https://.fr',
    'https://-.fr',
    'https://exemple..fr',
    'http://exa mple',
    'https://samir:secret@exemple.fr',
    'https://google.com@exemple.fr',
    'http:samir@exemple.fr',
    'berline',
    'not a site',
    'nomail',
    '"><script>alert(1)</script>',
    '',
    `exemple.fr/${'x'.repeat(70_000)}`,
  ])('finds no website in %.40s', (value) => expect(readWebsite(value)).toBeUndefined());
});
