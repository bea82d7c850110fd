// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { samplePage, sampleProfile } from '../../testing/samples.ts';
import {
  blocksOf,
  checkEditor,
  type EditorValues,
  emptyValues,
  inputOf,
  sameValues,
  valuesOf,
} from './editor-values.ts';

const item = (changes: Partial<EditorValues['customFields'][number]>) => ({
  id: 'i',
  name: 'n',
  value: 'v',
  icon: '',
  color: '',
  ...changes,
});
const filled: EditorValues = { ...emptyValues, displayName: 'Berline', name: 'Camille Démo' };

describe('the input', () => {
  it('is trimmed, with the WhatsApp number made international', () => {
    const { displayName, profile } = inputOf(
      { ...filled, displayName: ' Berline ', name: ' Camille ', whatsapp: '06 12 34 56 78', whatsappCountry: '41' },
      true,
      '',
    );
    expect(displayName).toBe('Berline');
    expect(profile).toMatchObject({ name: 'Camille', whatsapp: '+41612345678', displayStyle: 'modern' });
    expect(profile).not.toHaveProperty('whatsappCountry');
  });

  it('keeps the lines of the texts that may have several', () => {
    const lines = ' One \n\n two ';
    const { bio, legalNotice, company } = blocksOf({ ...filled, bio: lines, legalNotice: lines, company: lines });
    expect({ bio, legalNotice }).toEqual({ bio: 'One \n\n two', legalNotice: 'One \n\n two' });
    expect(company).not.toContain('\n');
  });

  it('stores register numbers in one form; those of another trade only if they can exist', () => {
    const typed = { siren: '732 829 320', revtc: 'evtc 075 20 0001', plate: 'nothing' };
    expect(blocksOf({ ...filled, ...typed, trade: 'vtc' })).toMatchObject({
      siren: '732829320',
      revtc: 'EVTC075200001',
      plate: 'nothing',
    });
    expect(blocksOf({ ...filled, ...typed, trade: '' })).toMatchObject({ revtc: 'EVTC075200001', plate: '' });
    expect(checkEditor({ ...filled, ...typed, trade: '' })).toBeUndefined();
    expect(checkEditor({ ...filled, ...typed, trade: 'vtc' })).toEqual({
      summary: 'editor.registerInvalid',
      fields: { plate: 'editor.plateInvalid' },
    });
  });

  it('contains only custom items that have a name and a value', () => {
    const customFields = [item({ id: 'a' }), item({ id: 'b', name: ' ' }), item({ id: 'c', value: '' })];
    expect(blocksOf({ ...filled, customFields }).customFields.map(({ id }) => id)).toEqual(['a']);
  });

  it('contains the state, ACTIVE for a new page, unless an administrator has blocked it', () => {
    expect(inputOf(filled, true, '').state).toBe('ACTIVE');
    expect(inputOf(filled, false, '')).not.toHaveProperty('state');
  });
});

it('requires a display name and a full name', () => {
  expect(checkEditor(filled)).toBeUndefined();
  expect(checkEditor({ ...filled, displayName: ' ', name: '' })).toEqual({
    summary: 'editor.namesRequired',
    fields: { displayName: 'editor.displayNameRequired', name: 'editor.nameRequired' },
  });
});

it('requires contacts to be callable or openable, or empty', () => {
  expect(checkEditor({ ...filled, phone: ' ', website: 'exemple.fr', instagram: '@jean' })).toBeUndefined();
  expect(checkEditor({ ...filled, phone: 'hello', email: 'nomail' })).toEqual({
    summary: 'editor.contactInvalid',
    fields: { phone: 'editor.phoneInvalid', email: 'editor.emailInvalid' },
  });
  expect(checkEditor({ ...filled, name: '', website: 'hello' })).toEqual({
    summary: 'editor.namesRequired',
    fields: { name: 'editor.nameRequired', website: 'editor.websiteInvalid' },
  });
});

describe('unsaved changes', () => {
  const page = samplePage({ profile: sampleProfile({ name: 'Camille', whatsapp: '+41791234567' }) });

  it('do not exist right after reading a page', () => {
    expect(sameValues(valuesOf(page), valuesOf(page))).toBe(true);
    expect(valuesOf(page).whatsappCountry).toBe('41');
  });

  it('include any field and the order of items, but not the country code alone', () => {
    const values = { ...valuesOf(page), customFields: [item({ name: 'a' }), item({ name: 'b' })] };
    expect(sameValues(values, { ...values, customFields: [...values.customFields].reverse() })).toBe(false);
    expect(sameValues(values, { ...values, bio: 'x' })).toBe(false);
    expect(sameValues(values, { ...values, whatsappCountry: '33' })).toBe(true);
  });
});
