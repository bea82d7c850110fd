import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Person, signUp, someAddress } from '../../src/api.ts';
import { type AttackedProduct, openAttacked } from '../../src/attacks/attacked-product.ts';
import { LONGEST_MS, waitsDuring } from '../../src/attacks/bystander.ts';

let attacked: AttackedProduct;
beforeAll(async () => {
  attacked = await openAttacked();
});
afterAll(() => attacked.close());

const logIn = (email: string, password: string, address: string) =>
  call(attacked.origin, 'POST', '/api/auth/login', { email, password }, { address });

const someNumber = () => crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;

/** More guesses than any sensible limit per network and minute. */
const GUESSES = 60;

describe('guesses for many accounts', () => {
  test.each([
    ['one address', () => '198.51.100.77'],
    ['one network', () => `2001:db8:77:77::${someNumber().toString(16)}`],
    ['one address with its ports', () => `198.51.100.78:${someNumber()}`],
    ['one network with ports and brackets', () => `[2001:db8:78:78::${someNumber().toString(16)}]:${someNumber()}`],
    ['what is no address', () => `unknown-${someNumber()}`],
  ])(`from %s are limited: the last of ${GUESSES} are not checked`, async (_, address) => {
    const statuses: number[] = [];
    for (let i = 0; i < GUESSES; i += 1) {
      const { status, headers } = await logIn(`nobody-${i}@example.com`, 'a guess', address());
      statuses.push(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
  });
});

const CROWD = 60;
const HONEST = 8;

test(`a crowd of ${CROWD} guessers from everywhere does not lock out people whose network has logged in before`, async () => {
  const { origin, bystander } = attacked;
  const people: { readonly person: Person; readonly address: string }[] = [];
  for (let i = 0; i < HONEST; i += 1) people.push({ person: await signUp(origin), address: someAddress() });
  for (const { person, address } of people) {
    expect((await logIn(person.email, person.password, address)).status).toBe(200);
  }

  const waits = await waitsDuring(bystander, async () => {
    let guessing = true;
    let guesses = 0;
    const crowd = Array.from({ length: CROWD }, async () => {
      while (guessing) {
        guesses += 1;
        const { status } = await logIn(`nobody-${guesses}@example.com`, 'a guess', someAddress());
        // A crowd retries although it is asked to wait.
        if (status !== 401) await sleep(20);
      }
    });
    try {
      await expect.poll(() => guesses).toBeGreaterThan(CROWD);
      const answers: number[] = [];
      for (const { person, address } of people)
        answers.push((await logIn(person.email, person.password, address)).status);
      expect(answers).toEqual(people.map(() => 200));
    } finally {
      guessing = false;
      await Promise.all(crowd);
    }
  });
  expect(Math.min(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});
