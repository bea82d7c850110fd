import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../src/api.ts';
import { callsOf, type DescribedCall } from '../../src/api-description.ts';
import type { Attack, AttackAnswer } from '../../src/attacks/attack.ts';
import { ALL, type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { bodyLimitOf } from '../../src/attacks/body-limit.ts';
import { ATTACKED_TYPES, attacksOf, headerAttacks, type RestTarget } from '../../src/attacks/rest-attacks.ts';
import { strike } from '../../src/attacks/strike.ts';
import { ANSWERS } from '../../src/operations/operation.ts';
import { OPERATIONS } from '../../src/operations/table.ts';

let attacked: AttackedProduct;
let targets: readonly RestTarget[];
beforeAll(async () => {
  attacked = await openAttacked();
});
// A hook of its own, because the limits of all bodies take as long as their attacks.
beforeAll(async () => {
  targets = await findTargets();
});
afterAll(() => attacked.close());

/** Calls whose bodies are not attacked, with the reason. Any other call without an attack fails the test. */
const NOT_ATTACKED: Readonly<Record<string, string>> = {
  endOpenIdSessions:
    'its form has one value, which is nothing without a signature; tried in services/identity/src/openid',
  receiveSupportLetter:
    'it reads nothing without a signature over all bytes; mails are tried in services/support/src/mailbox',
};

const calls = () => callsOf(attacked.description);

test('every call has a body with attacks, or is listed with a reason', () => {
  const others = calls().filter(({ operation: { requestBody } }) =>
    Object.keys(requestBody?.content ?? {}).some((type) => !ATTACKED_TYPES.includes(type)),
  );
  expect(others.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(NOT_ATTACKED).sort());
});

/** Status for unauthorized callers, whatever they send: 401 for strangers, 403 for drivers who are never permitted. */
function refusalOf({ operation }: DescribedCall, signedIn: boolean): number | undefined {
  // Another test checks that every call is in the table.
  const [stranger, driver] = ANSWERS[OPERATIONS[operation.operationId]?.who ?? 'anyone'];
  if (signedIn) return driver === 'FORBIDDEN' ? 403 : undefined;
  return stranger === 'UNAUTHENTICATED' ? 401 : undefined;
}

function targetOf(call: DescribedCall, bodyLimit: number, token?: string): RestTarget {
  const refusal = refusalOf(call, token !== undefined);
  const also = ({ status, body }: AttackAnswer) =>
    refusal === undefined || status === refusal ? undefined : `${status} instead of ${refusal}: ${body.slice(0, 100)}`;
  return { call, bodyLimit, token, also, closed: refusal !== undefined, all: ALL };
}

async function findTargets(): Promise<readonly RestTarget[]> {
  const found: RestTarget[] = [];
  for (const call of calls()) {
    // A new person for each call, so that limits per person do not affect the next call.
    const { token } = await signUp(attacked.origin);
    const bodyLimit = call.method === 'GET' ? 0 : await bodyLimitOf(attacked.origin, call, token);
    found.push(targetOf(call, bodyLimit), targetOf(call, bodyLimit, token));
  }
  return found;
}

test('no text, list or object in any call stops the product, causes an internal error or bypasses authorization', async () => {
  const { origin, product, bystander, codes, description } = attacked;
  function* attacks(): Generator<Attack> {
    for (const target of targets) yield* attacksOf(description, target);
    yield* headerAttacks(targets);
  }
  const { faults, blocking } = await strike({ origin, product, bystander, codes, attacks: attacks() });
  expect(blocking).toEqual([]);
  expect(faults).toEqual([]);
  expect(attacked.ownFaults()).toEqual([]);
});
