import { v4 as uuid } from 'uuid';
import { type Blocks, blocksSchema } from '../../api/shapes.ts';
import { countryCodeOf, DEFAULT_COUNTRY_CODE, toInternational } from '../../ui/international-number.ts';
import type { Refusal } from '../../ui/use-checked-form.ts';
import type { EditedPageFragment } from './editor-page.generated.ts';
import type { PageInput } from './use-editor.generated.ts';

export interface CustomItemValues {
  id: string;
  name: string;
  value: string;
  icon: string;
  color: string;
}

/** What the editor's form holds. */
export interface EditorValues {
  displayName: string;
  name: string;
  company: string;
  bio: string;
  phone: string;
  email: string;
  whatsapp: string;
  /** Digits of the country code a national WhatsApp number is completed with; not saved by itself. */
  whatsappCountry: string;
  website: string;
  instagram: string;
  displayStyle: Blocks['displayStyle'];
  customFields: CustomItemValues[];
  state: 'ACTIVE' | 'INACTIVE';
  indexable: boolean;
}

export const LIMITS = { text: 200, bio: 500, customItems: 20 } as const;

export const emptyValues: EditorValues = {
  displayName: '',
  name: '',
  company: '',
  bio: '',
  phone: '',
  email: '',
  whatsapp: '',
  whatsappCountry: DEFAULT_COUNTRY_CODE,
  website: '',
  instagram: '',
  displayStyle: 'modern',
  customFields: [],
  state: 'ACTIVE',
  indexable: false,
};

export function newCustomItem(): CustomItemValues {
  return { id: uuid(), name: '', value: '', icon: '', color: '' };
}

export function valuesOf(page: EditedPageFragment): EditorValues {
  const blocks = blocksSchema.parse(page.blocks ?? {});
  return {
    ...blocks,
    displayName: page.displayName,
    whatsappCountry: countryCodeOf(blocks.whatsapp) ?? DEFAULT_COUNTRY_CODE,
    customFields: blocks.customFields.map((item) => ({ ...item })),
    state: page.state === 'ACTIVE' ? 'ACTIVE' : 'INACTIVE',
    indexable: page.indexable,
  };
}

/** The profile the form stands for: trimmed, the WhatsApp number made international, half-filled items left out. */
export function blocksOf(values: EditorValues): Blocks {
  return {
    name: values.name.trim(),
    company: values.company.trim(),
    bio: values.bio.trim(),
    phone: values.phone.trim(),
    email: values.email.trim(),
    whatsapp: toInternational(values.whatsapp, values.whatsappCountry),
    website: values.website.trim(),
    instagram: values.instagram.trim(),
    displayStyle: values.displayStyle,
    customFields: values.customFields
      .map(({ id, name, value, icon, color }) => ({ id, name: name.trim(), value: value.trim(), icon, color }))
      .filter(({ name, value }) => name !== '' && value !== ''),
  };
}

/** What is sent. A driver may not set the state of a page an administrator has blocked. */
export function inputOf(values: EditorValues, mayChangeState: boolean): PageInput {
  return {
    displayName: values.displayName.trim(),
    blocks: blocksOf(values),
    ...(mayChangeState && { state: values.state }),
    indexable: values.indexable,
  };
}

/** Whether two forms would look the same to the person who filled them in. */
export function sameValues(a: EditorValues, b: EditorValues): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint(values: EditorValues): string {
  const { customFields, whatsappCountry: _, ...rest } = values;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted, customFields.map(({ name, value, icon, color }) => [name, value, icon, color])]);
}

export function checkEditor({ displayName, name }: EditorValues): Refusal<EditorValues> | undefined {
  const fields = {
    ...(displayName.trim() === '' && { displayName: 'editor.displayNameRequired' as const }),
    ...(name.trim() === '' && { name: 'editor.nameRequired' as const }),
  };
  return Object.keys(fields).length === 0 ? undefined : { summary: 'editor.namesRequired', fields };
}
