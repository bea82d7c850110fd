import { cleanLine } from '@volant/proto/text/clean-text';
import { LONGEST_SEARCH } from '@volant/proto/text/lengths';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';

/** Milliseconds: long enough to combine keys pressed at once, too short to notice. */
const QUIET_MS = 50;

/** A text kept in the URL, debounced; Back and links update the field. One that is too long stays in the field. */
export function useSearchParameter(name: string) {
  const [params, setParams] = useSearchParams();
  const search = params.get(name) ?? '';
  const [text, setText] = useState(search);
  /** The latest URL value that the field itself has written or read. */
  const known = useRef(search);

  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const wanted = cleanLine(text);
    if (wanted === known.current || wanted.length > LONGEST_SEARCH) return;
    const timer = setTimeout(() => {
      known.current = wanted;
      setParams((now) => withParameters(now, { [name]: wanted === '' ? undefined : wanted }), {
        replace: true,
        state: SAME_SCREEN,
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, name, setParams]);

  return { text, setText, isTooLong: cleanLine(text).length > LONGEST_SEARCH };
}
