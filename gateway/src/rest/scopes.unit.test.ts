import { readFileSync } from 'node:fs';
import { SCOPE_NAMES, SCOPES } from '@volant/infra/auth/scopes';
import { buildSchema, isEnumType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { describedOperations } from './register-rest.ts';

const schema = buildSchema(readFileSync(new URL('../../../docs/api/schema.graphql', import.meta.url), 'utf8'));
const opened = Object.values(SCOPES).flatMap((operations) => Object.entries<readonly string[]>(operations));
/** Without a REST call. */
const GRAPH_ALONE = ['adminPage'];

it('scopes of API tokens name described calls and fields of the graph only', () => {
  const calls = describedOperations().map(({ id }) => id);
  expect(opened.map(([call]) => call).filter((call) => !calls.includes(call))).toEqual(GRAPH_ALONE);
  for (const name of opened.flatMap(([, fields]) => fields)) {
    const [parent = '', field = ''] = name.split('.');
    const type = schema.getType(parent);
    expect([name, isObjectType(type) && field in type.getFields()]).toEqual([name, true]);
  }
});

it('the graph knows the same scopes of API tokens', () => {
  const type = schema.getType('ApiScope');
  expect(isEnumType(type) && type.getValues().map(({ name }) => name)).toEqual(SCOPE_NAMES);
});
