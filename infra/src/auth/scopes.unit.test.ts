import { describe, expect, it } from 'vitest';
import { COMMON_ERRORS } from '../errors/common-errors.ts';
import { isTokenRefusal, needsScope, requireScopeOfCall, requireScopes, SCOPE_NAMES, scopeMissing } from './scopes.ts';

describe('scopes', () => {
  it('have a refusal each', () => {
    for (const scope of SCOPE_NAMES) expect(COMMON_ERRORS[scopeMissing(scope)].status).toBe(403);
    expect(isTokenRefusal('FIGURES_READ_MISSING')).toBe(true);
    expect(isTokenRefusal('FORBIDDEN')).toBe(false);
  });

  it('do not narrow people', () => {
    expect(() => requireScopes(undefined, ['Mutation.deleteUser'])).not.toThrow();
    expect(() => requireScopes({}, ['Mutation.deleteUser'])).not.toThrow();
  });

  it('open their own fields, and refuse others by the scope that would open them', () => {
    const token = { scopes: ['PAGES_READ'] as const };
    expect(() => requireScopes(token, ['Query.me', 'Query.pages', 'Query.page'])).not.toThrow();
    expect(() => requireScopes(token, ['Query.page', 'Page.analytics'])).toThrow('FIGURES_READ_MISSING');
    expect(() => requireScopes(token, ['Query.pageWorkbook'])).toThrow('PAGES_CREATE_MISSING');
    expect(() => requireScopes(token, ['Mutation.addApiToken'])).toThrow('TOKEN_NOT_ALLOWED');
    expect(() => requireScopes({ scopes: [] }, ['Query.me'])).not.toThrow();
  });

  it('open a call if one of its scopes is there', () => {
    for (const scope of ['PAGES_CREATE', 'CARDS_PRODUCE'] as const) {
      expect(() => requireScopeOfCall([scope], 'downloadWorkbook')).not.toThrow();
    }
    expect(() => requireScopeOfCall(['PAGES_READ'], 'downloadWorkbook')).toThrow('PAGES_CREATE_MISSING');
    // The fields would be open to it, and the call is not its own.
    expect(() => requireScopeOfCall(['FIGURES_READ'], 'readPage')).toThrow('PAGES_READ_MISSING');
    expect(() => requireScopeOfCall(SCOPE_NAMES, 'deletePage')).toThrow('TOKEN_NOT_ALLOWED');
  });

  it('are needed for root fields and figures, and not for other fields of objects', () => {
    expect(needsScope('Query', 'users')).toBe(true);
    expect(needsScope('Mutation', 'signUp')).toBe(true);
    expect(needsScope('Page', 'adminAnalytics')).toBe(true);
    expect(needsScope('Page', 'displayName')).toBe(false);
    expect(needsScope('Query', '_entities')).toBe(false);
  });
});
