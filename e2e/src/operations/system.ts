import type { Operations } from './operation.ts';

export const SYSTEM: Operations = {
  system: { who: 'superadmin', graph: { field: 'Query.system' } },
  sendTestMail: { who: 'superadmin', graph: { field: 'Mutation.sendTestMail' } },
};
