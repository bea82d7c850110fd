import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DELETE_ME, ORIGIN, openIdentity, PASSWORD, SIGN_UP, type TestIdentity } from '../../testing/open-identity.ts';

let there: TestIdentity;
beforeEach(async () => {
  there = await openIdentity();
});
afterEach(() => there.close());

const mailsTo = (name: string) => there.mails.filter(({ to }) => to === `${name}@example.com`);
const deactivation = (ownerId: string, eventId: string) => ({
  ...{ ownerId, eventId },
  pageId: 'Taxi75',
  reason: 'Prices are <b>wrong</b> {page}.',
});

describe('the mail about a deactivated page', () => {
  it('says why, where to look and where to answer, in the language of the owner’s sign-up', async () => {
    const input = { email: 'cleo@example.com', username: 'cleo', password: PASSWORD };
    const { data } = await there.ask(SIGN_UP, { input }, { language: 'fr' });
    const { user } = (data as { signUp: { user: { id: string } } }).signUp;
    const ana = await there.signUp('ana');
    await there.identity.tellDeactivation(deactivation(user.id, 'e1'));
    await there.identity.tellDeactivation(deactivation(ana.user.id, 'e2'));
    await vi.waitFor(() => expect(there.mails).toHaveLength(2));
    expect(mailsTo('cleo')[0]?.subject).toBe('Votre page a été bloquée');
    const [mail] = mailsTo('ana');
    expect(mail?.subject).toBe('Your page has been deactivated');
    for (const part of [`${ORIGIN}/d/Taxi75`, 'Reason: Prices are <b>wrong</b> {page}.', `${ORIGIN}/contact`]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.html).toContain('Prices are &lt;b&gt;wrong&lt;/b&gt; {page}.');
  });

  it('has a common reason in the owner’s language, and other words as they are', async () => {
    const { user } = await there.signUp('ana');
    const reasons = { fr: 'Contenu interdit. Lundi.', en: 'Forbidden content. Lundi.' };
    await there.identity.tellDeactivation({ ...deactivation(user.id, 'e1'), reason: reasons.fr, reasons });
    await vi.waitFor(() => expect(there.mails).toHaveLength(1));
    expect(mailsTo('ana')[0]?.text).toContain('Reason: Forbidden content. Lundi.');
  });

  it('comes once, however often and to whichever process it is told', async () => {
    const { user } = await there.signUp('ana');
    const other = await there.another();
    await Promise.all([there.identity, other, other].map((each) => each.tellDeactivation(deactivation(user.id, 'e1'))));
    await there.identity.tellDeactivation(deactivation(user.id, 'e2'));
    await vi.waitFor(() => expect(new Set(mailsTo('ana').map(({ id }) => id)).size).toBe(2));
    expect(mailsTo('ana')).toHaveLength(2);
    there = await there.restart();
    await there.identity.tellDeactivation(deactivation(user.id, 'e1'));
    await there.identity.tellDeactivation(deactivation(user.id, 'e3'));
    await vi.waitFor(() => expect(mailsTo('ana')).toHaveLength(3));
  });

  it('says which webhook was disabled, once', async () => {
    const { user } = await there.signUp('ana');
    const gone = { eventId: 'e1', ownerId: user.id, webhookHost: 'shop.example' };
    for (let times = 0; times < 2; times += 1) await there.identity.tellDeactivation(gone);
    await there.identity.tellDeactivation({ ...gone, eventId: 'e2', webhookHost: 'other.example' });
    await vi.waitFor(() => expect(mailsTo('ana')).toHaveLength(2));
    expect(mailsTo('ana')[0]?.subject).toBe('A webhook has been disabled');
    expect(mailsTo('ana')[0]?.text).toContain('shop.example');
  });

  it('is not written for an account that is erased', async () => {
    const { user, token } = await there.signUp('ana');
    await there.ask(DELETE_ME, { password: PASSWORD }, { token });
    await there.identity.tellDeactivation(deactivation(user.id, 'e1'));
    const ben = await there.signUp('ben');
    await there.identity.tellDeactivation(deactivation(ben.user.id, 'e2'));
    await vi.waitFor(() => expect(mailsTo('ben')).toHaveLength(1));
    expect(mailsTo('ana')).toEqual([]);
  });
});
