import type { Operations } from './operation.ts';

export const SYSTEM: Operations = {
  system: { who: 'superadmin', graph: { field: 'Query.system' } },
  backUpNow: { who: 'superadmin', graph: { field: 'Mutation.backUpNow' } },
  sendTestMail: { who: 'superadmin', graph: { field: 'Mutation.sendTestMail' } },
};
