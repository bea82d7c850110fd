// @vitest-environment node
import { fieldLabel } from '@volant/proto/text/field-label';
import { expect, it } from 'vitest';
import { dictionaries } from '../server/texts.ts';

const { fr, en } = dictionaries;

const LABELS = {
  displayName: [fr.editor.displayName, en.editor.displayName],
  avatar: [fr.picture.label, en.picture.label],
  'blocks.displayStyle': [fr.editor.section.style, en.editor.section.style],
  'blocks.customFields': [fr.editor.section.custom, en.editor.section.custom],
  'blocks.customFields.0.name': [fr.editor.customName, en.editor.customName],
  'blocks.customFields.0.value': [fr.editor.customValue, en.editor.customValue],
  'blocks.customFields.0.icon': [fr.editor.icon.label, en.editor.icon.label],
  'blocks.customFields.0.color': [fr.editor.color.label, en.editor.color.label],
  email: [fr.form.email, en.form.email],
  username: [fr.credentials.username, en.credentials.username],
  password: [fr.credentials.password, en.credentials.password],
  currentPassword: [fr.account.currentPassword, en.account.currentPassword],
  newPassword: [fr.credentials.newPassword, en.credentials.newPassword],
  name: [fr.contact.name, en.contact.name],
  subject: [fr.contact.subject, en.contact.subject],
  message: [fr.contact.message, en.contact.message],
  quantity: [fr.adminBulk.quantity, en.adminBulk.quantity],
  pageId: [fr.adminBulk.pageId, en.adminBulk.pageId],
  newId: [fr.adminPages.newId, en.adminPages.newId],
  ownerId: [fr.adminPages.owner, en.adminPages.owner],
  state: [fr.adminPages.stateHead, en.adminPages.stateHead],
};

it.each(Object.entries(LABELS))('the server’s name of %s matches its label', (path, [french = '', english = '']) => {
  expect(fieldLabel(path, 'fr')).toMatch(new RegExp(`^«\u00a0${french}\u00a0»`));
  expect(fieldLabel(path, 'en')).toMatch(new RegExp(`^“${english}”`));
});
