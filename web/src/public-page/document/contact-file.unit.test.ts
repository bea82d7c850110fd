// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { renderContactFile } from './contact-file.ts';

const page = { publicId: 'demo-1', origin: 'https://volant.example', displayName: 'Ma page', avatar: undefined };
const fileOf = (blocks: object) => renderContactFile({ ...page, blocks }, undefined);

describe('the contact file of a page', () => {
  it('has every way to the driver', () => {
    expect(fileOf(sampleProfile).content.split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:D’Été;Zoé;;;',
      'FN:Zoé D’Été',
      'ORG:Berline Démo',
      'TEL;TYPE=CELL:+33612345678',
      'item2.TEL;TYPE=CELL:+33612345678',
      'item2.X-ABLabel:WhatsApp',
      'EMAIL;TYPE=INTERNET:zoe.dete.reservations@berline-demo.fr',
      'URL:https://www.berline-demo.fr/reservation/lyon-aeroport',
      'item5.URL:https://www.instagram.com/berline.demo',
      'item5.X-ABLabel:Instagram',
      'item6.URL:https://volant.example/d/demo-1',
      'item6.X-ABLabel:Volant',
      'NOTE:Chauffeur à Lyon\\, nuit et jour',
      'END:VCARD',
      '',
    ]);
  });

  it('has a number to call if the page has only WhatsApp', () => {
    expect(fileOf({ name: 'Samir', whatsapp: '+41791234567' }).content).toContain(
      'FN:Samir\r\nitem1.TEL;TYPE=CELL:+41791234567\r\nitem1.X-ABLabel:WhatsApp\r\n',
    );
  });

  it('has a WhatsApp link that does not tell its number as a link', () => {
    expect(fileOf({ name: 'Samir', whatsapp: 'https://wa.me/message/ABC123' }).content).toContain(
      'item1.URL:https://wa.me/message/ABC123\r\nitem1.X-ABLabel:WhatsApp\r\n',
    );
  });

  it.each([
    [{ name: 'Zoé', company: 'Berline' }, 'N:;Zoé;;;\r\nFN:Zoé\r\nORG:Berline\r\n', 'Zoé.vcf'],
    [{ company: 'Berline' }, 'N:;;;;\r\nFN:Berline\r\nORG:Berline\r\nX-ABShowAs:COMPANY\r\n', 'Berline.vcf'],
    [{}, 'N:page;Ma;;;\r\nFN:Ma page\r\n', 'Ma page.vcf'],
  ])('of %j is named after the person, else the company, else the page', (blocks, names, file) => {
    const { name, content } = fileOf(blocks);
    expect(content).toContain(names);
    expect(name).toBe(file);
  });

  it('omits what a tap on the page cannot reach', () => {
    const { content } = fileOf({ name: 'Samir', phone: 'call me', email: 'nomail', website: 'javascript:alert(1)' });
    expect(content).not.toMatch(/TEL|EMAIL|javascript/);
  });
});
