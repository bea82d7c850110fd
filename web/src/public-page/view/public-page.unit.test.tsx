import { render, screen, within } from '@testing-library/react';
import { type Language, languagesWith } from '@volant/proto/text/languages';
import { describe, expect, it } from 'vitest';
import { dictionaries } from '../../server/texts.ts';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { labelFor } from './page-items.ts';
import type { Profile } from './profile.ts';
import { PublicPage } from './public-page.tsx';

const styles = ['modern', 'minimal', 'buttons'] as const;

function show(profile: Profile, avatar?: string, language: Language = 'fr') {
  const { container } = render(
    <PublicPage
      profile={profile}
      displayName="Ma page"
      avatar={avatar}
      language={language}
      texts={dictionaries[language].page}
      own={{ path: '/d/demo-1', address: 'https://volant.example/d/demo-1' }}
    />,
  );
  const hrefs = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  return { container, hrefs };
}

describe.each(styles)('the %s page', (displayStyle) => {
  const profile = { ...sampleProfile, displayStyle };

  it('links to every contact, the call first', () => {
    const { hrefs } = show(profile);
    expect(hrefs[0]).toBe('tel:+33612345678');
    expect(hrefs.filter((href) => href !== '/d/demo-1.vcf')).toEqual([
      'tel:+33612345678',
      'https://wa.me/33612345678',
      // Tiles with short values share a line.
      ...(displayStyle === 'modern' ? ['https://www.instagram.com/berline.demo'] : []),
      'mailto:zoe.dete.reservations@berline-demo.fr',
      'https://www.berline-demo.fr/reservation/lyon-aeroport',
      ...(displayStyle === 'modern' ? [] : ['https://www.instagram.com/berline.demo']),
      'https://reservation.berline-demo.fr/lyon',
      '/',
      '/report/demo-1',
      ...languagesWith('page').flatMap((other) => (other === 'fr' ? [] : [`?lang=${other}`])),
    ]);
  });

  it.each([
    ['Jean-Sébastien Morel', 'JM'],
    ['🚕✨', '🚕'],
    ['محمد الهاشمي', 'م\u200cا'],
  ])('shows for %s without a photo the initials %s', (name, initials) => {
    const { container } = show({ ...profile, name });
    expect(container.querySelector('.pp-initials')?.textContent).toBe(initials);
  });

  it('opens only web addresses in a new tab', () => {
    const { container } = show(profile);
    for (const link of container.querySelectorAll('a[data-click]')) {
      const leaves = /^https:\/\/(?!wa\.me)/.test(link.getAttribute('href') ?? '');
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(
        leaves ? ['_blank', 'noopener'] : [null, null],
      );
    }
  });

  it('shows the label of an item in the language of the reader, and records the name that the driver gave', () => {
    const page = (
      <PublicPage
        profile={profile}
        displayName=""
        avatar={undefined}
        language="en"
        texts={dictionaries.en.page}
        labelOf={labelFor('en')}
      />
    );
    const hours = render(page).container.querySelector('[data-field=Horaires]');
    expect(hours?.textContent).toContain('Hours');
    expect(hours?.textContent).not.toContain('Horaires');
  });

  it('labels the event type of each tap', () => {
    const { container } = show(profile);
    const types = [...container.querySelectorAll<HTMLElement>('[data-click]')].map(({ dataset }) =>
      [dataset.click, dataset.field].filter(Boolean).join(' '),
    );
    expect(types.sort()).toEqual([
      'CLICK_CALL',
      'CLICK_CUSTOM_FIELD Horaires',
      'CLICK_CUSTOM_FIELD Plaque',
      'CLICK_CUSTOM_FIELD Réserver',
      'CLICK_EMAIL',
      'CLICK_INSTAGRAM',
      'CLICK_VCARD',
      'CLICK_WEBSITE',
      'CLICK_WHATSAPP',
    ]);
  });

  it('shows the person', () => {
    show(profile, '/uploads/zoe.jpg');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Zoé D’Été');
    expect(screen.getByText('Berline Démo')).toBeTruthy();
    expect(screen.getByText('Chauffeur à Lyon, nuit et jour')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Zoé D’Été' }).getAttribute('src')).toBe('/uploads/zoe.jpg');
    expect(screen.getByText('ZD')).toBeTruthy();
  });

  it('truncates long values visually and keeps them whole for screen readers', () => {
    const length = displayStyle === 'buttons' ? 35 : 20;
    const { container } = show(profile);
    const mail = within(container).getByRole('link', { name: /zoe\.dete\.reservations@berline-demo\.fr/ });
    expect(mail.querySelector('[aria-hidden="true"].pp-cut')?.textContent).toBe(
      `${sampleProfile.email.slice(0, length)}…`,
    );
    const site = within(container).getByRole('link', { name: /www\.berline-demo\.fr\/reservation\/lyon-aeroport/ });
    expect(site.querySelector('.pp-cut')?.textContent).toBe(`${sampleProfile.website.slice(0, length)}…`);
  });

  it('breaks an address that may be too wide after its signs, cut or not', () => {
    const { container } = show({ ...profile, website: 'berline.example.fr/a' });
    const cut = within(container)
      .getByRole('link', { name: /berline\.example\.fr\/a/ })
      .querySelector('.pp-cut');
    expect(cut?.innerHTML).toBe('berline.<wbr>example.<wbr>fr/<wbr>a<wbr>');
  });

  it('omits the scheme of an address', () => {
    const length = displayStyle === 'buttons' ? 35 : 20;
    const website = 'https://reservation.berline-demo.example.fr/lyon';
    const { container } = show({ ...profile, website });
    const site = within(container).getByRole('link', { name: /reservation\.berline-demo\.example/ });
    expect(site.getAttribute('href')).toBe(website);
    expect(site.querySelector('.pp-cut')?.textContent).toBe(`${website.slice(8, 8 + length)}…`);
  });

  it('breaks no name, and lets each text have its own direction', () => {
    const { container } = show({ ...profile, name: 'Anne-Sophie de la Rochefoucauld-Montbéliard', bio: 'سائق' });
    const name = screen.getByRole('heading', { level: 1 });
    expect(name.textContent).toBe('Anne\u2011Sophie de la Rochefoucauld\u2011Montbéliard');
    expect(name.className).toBe('pp-name pp-word-24 pp-long');
    expect(container.querySelector('header.pp-has-wide-name')).not.toBeNull();
    expect(name.getAttribute('dir')).toBe('auto');
    expect(container.querySelector('.pp-bio')?.getAttribute('dir')).toBe('auto');
  });

  it.each([
    ['Chauffeur VTC à Lyon\nBerline et van, 7 j/7', 'P'],
    ['x'.repeat(104), 'P'],
    ['x'.repeat(105), 'DETAILS'],
    [`x\n${'y'.repeat(53)}`, 'DETAILS'],
    ['one\ntwo\nthree', 'DETAILS'],
  ])('collapses a bio only if it has more than two lines: %j', (bio, element) => {
    const { container } = show({ ...profile, bio });
    expect(container.querySelector('.pp-bio')?.tagName).toBe(element);
  });

  it('marks a custom link and offers to copy a custom text', () => {
    const { container } = show(profile);
    const link = within(container).getByRole('link', { name: /Réserver/ });
    expect(link.querySelector('.pp-linked .pp-link')).not.toBeNull();
    const text = within(container).getByRole('button', { name: /Plaque.*AB-123-CD/ });
    expect(text.dataset.copy).toBe('AB-123-CD');
    expect(text.querySelector('.pp-linked')).toBeNull();
  });

  it('loads icons from /icons/ and colours them, grey by default', () => {
    const { container } = show(profile);
    const chips = [...container.querySelectorAll('.pp-chip:not(.pp-plain)')].map((chip) => [
      chip.className,
      chip.querySelector('img')?.getAttribute('src') ?? chip.textContent,
    ]);
    expect(chips).toEqual([
      ['pp-chip pp-blue', '/icons/calendar.svg'],
      ['pp-chip pp-gray', '/icons/time.svg'],
      ['pp-chip pp-yellow pp-dot', ''],
    ]);
  });

  it('omits fields that are not given', () => {
    const { container } = show({ name: 'Samir', displayStyle });
    expect(container.querySelectorAll('[data-click]:not([data-click="CLICK_VCARD"])')).toHaveLength(0);
    expect(container.querySelector('.pp-company, .pp-bio, img')).toBeNull();
    expect(screen.getByRole('heading').textContent).toBe('Samir');
  });

  it.each([
    ['fr', 'Enregistrer le contact'],
    ['en', 'Save contact'],
  ] as const)('offers to save the contact, in %s', (language, label) => {
    show(profile, undefined, language);
    const save = screen.getByRole('link', { name: label });
    expect(save.getAttribute('href')).toBe('/d/demo-1.vcf');
    expect(JSON.parse(save.dataset.contact ?? '')).toEqual({
      name: 'Zoé D’Été',
      company: 'Berline Démo',
      entries: [
        ['TEL;TYPE=CELL', '+33612345678'],
        ['TEL;TYPE=CELL', '+33612345678', 'WhatsApp'],
        ['EMAIL;TYPE=INTERNET', 'zoe.dete.reservations@berline-demo.fr'],
        ['URL', 'https://www.berline-demo.fr/reservation/lyon-aeroport'],
        ['URL', 'https://www.instagram.com/berline.demo', 'Instagram'],
        ['URL', 'https://volant.example/d/demo-1', 'Volant'],
      ],
      note: 'Chauffeur à Lyon, nuit et jour',
      photo: '',
    });
  });

  it('offers no contact without a name', () => {
    const { container } = render(
      <PublicPage
        profile={{ phone: '+33600000000', displayStyle }}
        displayName=" "
        avatar={undefined}
        language="fr"
        texts={dictionaries.fr.page}
      />,
    );
    expect(container.querySelector('.pp-save, li:empty')).toBeNull();
  });

  it('escapes markup and scripts, and ignores unlisted icons', () => {
    const evil = '"><img src=x onerror=alert(1)>';
    const { container, hrefs } = show({
      name: evil,
      company: evil,
      bio: evil,
      phone: 'javascript:alert(1)',
      email: 'javascript:alert(1)',
      whatsapp: 'javascript:alert()',
      website: 'javascript:alert(1)',
      instagram: 'javascript:alert(1)',
      displayStyle,
      customFields: [
        { name: evil, value: 'javascript:alert(1)', icon: '../../x.svg', color: 'red;}' },
        { name: 'data', value: 'data:text/html,<script>alert(1)</script>', icon: 'evil.svg', color: '#123456' },
      ],
    });
    expect(container.querySelectorAll('img, script, [style]')).toHaveLength(0);
    expect(hrefs.filter((href) => href && !/^(https:\/\/|tel:[+\d]|mailto:|\/|\?lang=)/.test(href))).toEqual([]);
    expect(screen.getByRole('heading').textContent).toBe(evil);
  });
});

describe('a page', () => {
  const business = { trade: 'vtc', plate: 'AB-123-CD', revtc: 'EVTC075200001', siren: '732829320', address: '1 rue X' };

  it('shows plate and register number only if the driver shows them', () => {
    expect(show({ ...sampleProfile, ...business }).container.querySelector('.pp-registers')).toBeNull();
    const shown = show({ ...sampleProfile, ...business, showsPlate: true, showsRegister: true }).container;
    expect([...shown.querySelectorAll('.pp-registers dd')].map((value) => value.textContent)).toEqual([
      'AB-123-CD',
      'EVTC075200001',
    ]);
    const taxi = { ...business, trade: 'taxi', taxiTown: 'Lyon', adsNumber: '42', showsRegister: true };
    expect(show({ ...sampleProfile, ...taxi }).container.querySelector('.pp-registers')?.textContent).toMatch(
      /TaxiLyon n°\u00a042$/,
    );
  });

  it('adds to its legal notice the numbers that it lacks', () => {
    const notice = (legalNotice: string) =>
      show({ ...sampleProfile, ...business, legalNotice }).container.querySelector('.pp-legal p')?.textContent;
    const [siren, register] = ['SIREN 732\u00a0829\u00a0320', /^.+ EVTC075200001$/];
    expect(notice('Zoé')?.split('\n')).toEqual(['Zoé', '1 rue X', siren, expect.stringMatching(register)]);
    expect(notice('Zoé, 1 rue X, SIREN 732829320')?.split('\n')).toEqual([
      'Zoé, 1 rue X, SIREN 732829320',
      expect.stringMatching(register),
    ]);
  });

  it.each([true, false])('has its legal notice folded at its foot, also in a preview: footer %s', (footer) => {
    const shown = (profile: Profile) =>
      render(
        <PublicPage
          profile={profile}
          displayName=""
          avatar={undefined}
          language="en"
          texts={dictionaries.en.page}
          footer={footer}
        />,
      ).container;
    const notice = shown(sampleProfile).querySelector<HTMLDetailsElement>('footer details.pp-legal');
    expect(notice?.open).toBe(false);
    expect(notice?.querySelector('summary')?.textContent).toBe('Legal notice');
    expect(notice?.querySelector('p')?.textContent).toBe(sampleProfile.legalNotice);
    expect(shown({ ...sampleProfile, legalNotice: ' ' }).querySelector('.pp-legal')).toBeNull();
  });

  it.each([undefined, '', 'sparkling'])('of the style %j is the modern card', (displayStyle) => {
    const { container } = show({ ...sampleProfile, displayStyle });
    expect(container.querySelector('.pp-is-modern .pp-card')).not.toBeNull();
  });

  it('links a national WhatsApp number, stored by an earlier version, for the country of its phone', () => {
    const { container } = show({ ...sampleProfile, phone: '+41791234567', whatsapp: '079 765 43 21' });
    expect(container.querySelector('a[href^="https://wa.me/"]')?.getAttribute('href')).toBe(
      'https://wa.me/41797654321',
    );
  });

  it('names its maker', () => {
    show(sampleProfile);
    expect(screen.getByRole('link', { name: /Page créée avec\s+Volant/ }).getAttribute('href')).toBe('/');
  });

  it('without a personal name shows its own', () => {
    show({ company: ' ' });
    expect(screen.getByRole('heading').textContent).toBe('Ma page');
  });

  it('collapses a long bio, so that the call stays in view', () => {
    const { container } = show({ ...sampleProfile, bio: 'Vingt ans de route. '.repeat(20) });
    expect(container.querySelector('details summary')?.textContent).toContain('Vingt ans de route.');
  });
});
