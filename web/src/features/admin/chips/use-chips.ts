import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf, ownFailure } from '../../../api/failure.ts';
import type { TextKey } from '../../../i18n/text-key.ts';
import { cardLink } from '../../../print/card-link.ts';
import { MarkCardsDocument } from '../../../print/mark-cards.generated.ts';
import { AdminBatchDocument } from '../batches/batch.generated.ts';
import type { Card } from '../batches/cards-table.tsx';
import {
  checkNfcCard,
  DifferentChipError,
  makeNfcCard,
  type NfcStep,
  OtherCardError,
  OtherCardLockedError,
} from './web-nfc.ts';

export type Chips = ReturnType<typeof useChips>;

/** Cards whose chips are still to be written. */
const UNWRITTEN: readonly Card['stage'][] = ['ORDERED', 'PRINTED'];

/** The card is written, and the server does not know it. */
class UnsavedError extends Error {}

/**
 * Writes the links of a batch (its id) to its cards, one after the other, and marks each on the server: after a break, on this
 * phone or another one, it continues with the cards that are not written.
 */
export function useChips(batch: string) {
  const client = useApolloClient();
  /** Cards to write in this turn; skipped ones come again in the next. */
  const [queue, setQueue] = useState<readonly Card[]>();
  /** Those that are written, too. */
  const [cards, setCards] = useState<readonly Card[]>([]);
  const [left, setLeft] = useState(0);
  const [step, setStep] = useState<NfcStep>();
  const [failure, setFailure] = useState<Failure>();
  /** The last card whose chip and code were found to lead to the same page. */
  const [agreed, setAgreed] = useState<Card>();
  const running = useRef<AbortController>(undefined);
  /** Cards that are written and not marked yet. */
  const unsaved = useRef(new Set<number>());
  const version = useRef(0);

  /** Cards that the server knows as unwritten. */
  const read = async () => {
    const { data } = await client.query({
      query: AdminBatchDocument,
      variables: { id: batch },
      fetchPolicy: 'network-only',
    });
    if (data === undefined) throw new Error('The server sent no batch');
    version.current = data.batch.version;
    setCards(data.batch.cards);
    return data.batch.cards.filter(({ stage }) => UNWRITTEN.includes(stage));
  };
  const load = async () => {
    setFailure(undefined);
    try {
      const cards = await read();
      setQueue(cards);
      setLeft(cards.length);
    } catch (error) {
      setFailure(failureOf(error, 'adminBatches.failed'));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void load();
    return () => running.current?.abort();
  }, []);

  /** @returns whether somebody else has changed the batch meanwhile */
  const mark = async (numbers: readonly number[]): Promise<boolean> => {
    const { data } = await client
      .mutate({ mutation: MarkCardsDocument, variables: { id: batch, stage: 'WRITTEN', numbers: [...numbers] } })
      .catch(() => {
        throw new UnsavedError();
      });
    unsaved.current.clear();
    setCards((before) =>
      before.map((card) => (numbers.includes(card.number) ? { ...card, stage: 'WRITTEN' as const } : card)),
    );
    setLeft((before) => before - numbers.length);
    const now = data?.markCards.batch.version ?? 0;
    const alone = now === version.current + 1;
    version.current = now;
    return !alone;
  };

  /** The cards that nobody else has written. */
  const withoutOthers = async (cards: readonly Card[]): Promise<readonly Card[]> => {
    const left = await read().catch(() => undefined);
    if (left === undefined) {
      // The next mark asks again.
      version.current = 0;
      return cards;
    }
    setLeft(left.length);
    const numbers = new Set(left.map(({ number }) => number));
    return cards.filter(({ number }) => numbers.has(number));
  };

  /** Writes a card, and returns the others that are left to write. */
  const write = async ({ number, page }: Card, queued: readonly Card[], lock: boolean, signal: AbortSignal) => {
    if (!unsaved.current.has(number)) {
      await makeNfcCard(cardLink(page.id, 'nfc'), { lock, signal, onStep: setStep });
    }
    // Includes cards that were written but not saved.
    const numbers = [...unsaved.current.add(number)];
    const changed = await mark(numbers);
    const others = queued.filter((one) => !numbers.includes(one.number));
    const rest = changed ? await withoutOthers(others) : others;
    setQueue(rest);
    return rest;
  };
  const work = async (begin: (signal: AbortSignal) => Promise<void>) => {
    const working = new AbortController();
    running.current = working;
    setFailure(undefined);
    setAgreed(undefined);
    try {
      await begin(working.signal);
    } catch (error) {
      if (!working.signal.aborted) setFailure(ownFailure(failureOfCard(error)));
    }
    setStep(undefined);
  };
  /** Writes all cards, one after the other. */
  const run = (lock: boolean) =>
    work(async (signal) => {
      let rest = queue ?? [];
      for (let [card] = rest; card !== undefined; [card] = rest) rest = await write(card, rest, lock, signal);
    });
  /** Writes the chip of the card whose code was read; if that was done before, compares it. */
  const match = (card: Card, lock: boolean) =>
    work(async (signal) => {
      if (UNWRITTEN.includes(card.stage)) await write(card, queue ?? [], lock, signal);
      else {
        setStep('compare');
        await checkNfcCard(cardLink(card.page.id, 'nfc'), signal);
      }
      setAgreed(card);
    });

  const skip = () => setQueue(queue?.slice(1));
  return { cards, queue, left, step, failure, agreed, load, run, match, skip };
}

function failureOfCard(error: unknown): TextKey {
  if (error instanceof UnsavedError) return 'adminCards.nfcUnsaved';
  if (error instanceof OtherCardError) return 'adminCards.nfcOther';
  if (error instanceof DifferentChipError) return 'adminCards.nfcDiffers';
  if (error instanceof OtherCardLockedError) return 'adminCards.nfcOtherLocked';
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'adminCards.nfcForbidden';
  return 'adminCards.nfcFailed';
}
