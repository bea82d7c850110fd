import { describe, expect, it } from 'vitest';
import { COMMON_ERRORS } from './common-errors.ts';
import { DomainError, ForwardedError, toPublicError } from './domain-error.ts';

describe('toPublicError', () => {
  const catalogue = {
    ...COMMON_ERRORS,
    FULL: { status: 409, fr: 'Plus de {n} : {what}.', en: 'No more than {n}: {what}.' },
  };

  it('fills the parameters into the text of the language', () => {
    const error = new DomainError('FULL', { n: 20, what: 'x' });
    expect(toPublicError(error, 'fr', catalogue)).toEqual({ code: 'FULL', status: 409, text: 'Plus de 20 : x.' });
    expect(toPublicError(error, 'en', catalogue).text).toBe('No more than 20: x.');
  });

  it('leaves a missing parameter empty, and expands no placeholder within a value', () => {
    expect(toPublicError(new DomainError('FULL', { n: '{what}' }), 'en', catalogue).text).toBe(
      'No more than {what}: .',
    );
  });

  it('includes the time to retry for a temporary refusal', () => {
    const answer = toPublicError(new DomainError('TOO_MANY_REQUESTS', {}, 30), 'fr', catalogue);
    expect(answer).toMatchObject({
      status: 429,
      retryAfterSeconds: 30,
      text: 'Trop de tentatives. Réessayez dans 30 s.',
    });
  });

  it('tells the limit of a text that is too long', () => {
    const error = new DomainError('VALIDATION_FAILED', { field: 'profile.bio', limit: 500 });
    expect(toPublicError(error, 'en', catalogue)).toEqual({
      code: 'VALIDATION_FAILED',
      status: 400,
      field: 'profile.bio',
      text: '“About you” must be at most 500 characters long.',
    });
  });

  it('includes the invalid field, and omits field and retry time if there are none', () => {
    const answer = (field: string | number) =>
      toPublicError(new DomainError('FULL', { n: 1, what: 'x', field }), 'en', catalogue);
    const plain = { code: 'FULL', status: 409, text: 'No more than 1: x.' };
    expect(answer('email')).toStrictEqual({ ...plain, field: 'email' });
    expect(answer(5)).toStrictEqual(plain);
  });

  it('passes on another service’s refusal unchanged', () => {
    const answer = { code: 'ELSEWHERE', status: 418, text: 'Told already.', retryAfterSeconds: 3 };
    expect(toPublicError(new ForwardedError(answer), 'fr', catalogue)).toBe(answer);
    expect(new ForwardedError(answer).message).toBe('ELSEWHERE');
  });

  it.each([
    new Error('secret'),
    new DomainError('NOT_IN_THE_CATALOGUE'),
    new DomainError('toString'),
    { code: 'FULL', message: 'secret' },
    undefined,
  ])('reports any unknown error as INTERNAL, without its text', (error) => {
    const answer = toPublicError(error, 'en', catalogue);
    expect(answer).toEqual({ code: 'INTERNAL', status: 500, text: COMMON_ERRORS.INTERNAL.en });
  });

  it('has both languages for every common code, with the same parameters', () => {
    const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const { fr, en } of Object.values(COMMON_ERRORS)) {
      expect(fr).not.toBe(en);
      expect(parameters(fr)).toEqual(parameters(en ?? ''));
      expect(fr).not.toMatch(/'/);
    }
  });
});
