// @vitest-environment node
import { expect, it } from 'vitest';
import { replyLink } from './reply-link.ts';

const message = { email: 'a+b@example.org', subject: 'Carte & page ?', body: 'Bonjour,\nune question #1' };

it('addresses the sender with “Re:” and the quoted message, all of it encoded', () => {
  const url = new URL(replyLink(message));
  expect(url.protocol).toBe('mailto:');
  expect(decodeURIComponent(url.pathname)).toBe('a+b@example.org');
  expect(url.searchParams.get('subject')).toBe('Re: Carte & page ?');
  expect(url.searchParams.get('body')).toBe('\r\n\r\n> Bonjour,\r\n> une question #1');
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
});

it('adds “Re:” only once', () => {
  expect(new URL(replyLink({ ...message, subject: 'RE: Carte' })).searchParams.get('subject')).toBe('RE: Carte');
});

it('prevents an address from adding header fields', () => {
  const url = new URL(replyLink({ ...message, email: 'a?bcc=x@example.org&cc=y' }));
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
});

it('limits the quote to a length that mail programs accept, and splits no character', () => {
  const link = replyLink({ ...message, body: '🚕'.repeat(5_000) });
  expect(new URL(link).searchParams.get('body')?.length).toBeLessThan(1_300);
  expect(link).not.toContain('%EF%BF%BD');
});
