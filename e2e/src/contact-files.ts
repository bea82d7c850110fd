import sharp from 'sharp';
import type { ReadContact } from '../../scripts/servers/vcard-readers.ts';
import { call, callWithForm, pictureForm, signUp } from './api.ts';

/** Names and notes that have broken importers of contacts. */
const NAMES: readonly string[] = [
  'Zoé D’Été',
  'محمد عبد الرحمن',
  '王小明 出租车',
  'さくら・タクシー',
  '👨‍👩‍👧‍👦 Taxi 🚕 Family 🇫🇷',
  'Smith, John; Jr. \\ Sons',
  'C:\\new\\name',
  'é'.repeat(200),
  '🚕'.repeat(100),
  `${'Anne-Sophie '.repeat(16)}Zed`,
];

const NOTE = 'Lyon, nuit; jour\nقطار, 空港 \\n 🚕\n\nTarif : 50 €';

export interface Sample {
  readonly title: string;
  readonly file: string;
  /** What a reader must find. */
  readonly expected: ReadContact;
}

/** Pages with such texts and a photo, and their contact files. */
export async function contactSamples(origin: string): Promise<readonly Sample[]> {
  const { token } = await signUp(origin);
  const jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#0f4c3a', noise } })
    .jpeg()
    .toBuffer();
  const { body } = await callWithForm(origin, '/api/pages/upload-image', pictureForm(jpeg), { token });
  const avatar: string = body.imageUrl;
  const picture = Buffer.from(await (await fetch(origin + avatar)).arrayBuffer());

  const whole = NAMES.map((name) => ({ name, company: `${name.slice(0, 20)} & Co`, bio: NOTE, ...CONTACTS }));
  const fewContacts = [{ name: 'Samir', whatsapp: '+41 79 123 45 67' }, { name: 'No contacts' }];
  const samples: Sample[] = [];
  for (const blocksJson of [...whole, ...fewContacts]) {
    const page = { displayName: 'Carte', state: 'ACTIVE', avatar, blocksJson };
    const created = await call(origin, 'POST', '/api/pages', page, { token });
    if (created.status !== 201) throw new Error(`${blocksJson.name}: ${JSON.stringify(created.body)}`);
    const id: string = created.body.page.id;
    const { body: file } = await call(origin, 'GET', `/d/${id}.vcf`);
    const expected = {
      ...expectedOf(blocksJson),
      urls: [...expectedOf(blocksJson).urls, [`${origin}/d/${id}`, 'Volant'] as const],
      photo: picture.toString('base64'),
    };
    samples.push({ title: blocksJson.name, file, expected });
  }
  return samples;
}

/** So that the picture has a realistic size. */
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;

const CONTACTS = {
  phone: '+33 6 39 98 00 01',
  whatsapp: '+33 6 39 98 00 02',
  email: 'zoe@berline.example.com',
  website: 'https://berline.example.com/a,b;c?q=1',
  instagram: '@berline.demo',
};

function expectedOf(blocks: { name: string; company?: string; bio?: string; phone?: string; whatsapp?: string }) {
  const { name, company = '', bio = '', phone, whatsapp } = blocks;
  return {
    version: '3.0',
    name: name.trim(),
    company: company.trim(),
    numbers: [
      ...(phone === undefined ? [] : [[phone.replaceAll(' ', ''), ''] as const]),
      ...(whatsapp === undefined ? [] : [[whatsapp.replaceAll(' ', ''), 'WhatsApp'] as const]),
    ],
    emails: phone === undefined ? [] : [CONTACTS.email],
    urls:
      phone === undefined
        ? []
        : [
            ['https://berline.example.com/a%2Cb%3Bc?q=1', ''] as const,
            ['https://www.instagram.com/berline.demo', 'Instagram'] as const,
          ],
    note: bio,
  };
}
