import { describe, expect, it } from 'vitest';
import { DomainError } from '../errors/domain-error.ts';
import type { Decider } from '../event-store/command-handler.ts';
import { specify } from './decider-specification.ts';

type LampEvent = { readonly type: 'Lit'; readonly data: { readonly watts: number } };
interface Lamp {
  readonly watts: number;
}

const lamp: Decider<Lamp, number, LampEvent> = {
  initialState: { watts: 0 },
  decide(watts, state) {
    if (watts > 100) throw new DomainError('TOO_BRIGHT', { most: 100 });
    return state.watts === watts ? [] : [{ type: 'Lit', data: { watts } }];
  },
  evolve: (_state, event) => ({ watts: event.data.watts }),
};
const lit = (watts: number): LampEvent => ({ type: 'Lit', data: { watts } });
const { given } = specify(lamp);
const wrong = expect.objectContaining({ name: 'AssertionError' });

describe('specify', () => {
  it('passes if the events or the refusal match', () => {
    given([])
      .when(40)
      .then([lit(40)]);
    given([lit(40)])
      .when(40)
      .then([]);
    given([]).when(101).thenRefuses('TOO_BRIGHT', { most: 100 });
  });

  it('fails on other events, no refusal, another code or other parameters', () => {
    expect(() => given([]).when(40).then([])).toThrow(wrong);
    expect(() =>
      given([])
        .when(40)
        .then([lit(41)]),
    ).toThrow(wrong);
    expect(() => given([]).when(40).thenRefuses('TOO_BRIGHT')).toThrow('expected a refusal');
    expect(() => given([]).when(101).thenRefuses('OTHER')).toThrow(wrong);
    expect(() => given([]).when(101).thenRefuses('TOO_BRIGHT', { most: 60 })).toThrow(wrong);
  });

  it('passes on an error that is not a refusal', () => {
    const broken = { ...lamp, decide: () => JSON.parse('{') as LampEvent[] };
    expect(() => specify(broken).given([]).when(1).thenRefuses('TOO_BRIGHT')).toThrow(SyntaxError);
  });

  it('fails if the decider mutates its state', () => {
    const careless = {
      ...lamp,
      decide: (watts: number, state: { watts: number }) => {
        state.watts = watts;
        return [];
      },
    };
    expect(() =>
      specify(careless)
        .given([lit(1)])
        .when(40)
        .then([]),
    ).toThrow(TypeError);
  });
});
