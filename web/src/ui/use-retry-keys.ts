import { useCallback, useRef } from 'react';
import { v4 as uuid } from 'uuid';

/**
 * An idempotency key for what is sent: the same for every try at the same thing, so that it is done
 * once although an answer was lost, and another one once something else is sent.
 */
export function useRetryKeys(): (sent: object) => string {
  const last = useRef({ text: '', key: '' });
  return useCallback((sent) => {
    const text = JSON.stringify(sent);
    if (last.current.text !== text) last.current = { text, key: uuid() };
    return last.current.key;
  }, []);
}
