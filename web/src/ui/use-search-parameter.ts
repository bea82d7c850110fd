import { cleanLine } from '@volant/proto/text/clean-text';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SAME_SCREEN } from '../browser/same-screen.ts';
import { withParameters } from '../browser/with-parameters.ts';

/** Long enough to take quick typing as one, short enough not to be felt. */
const QUIET_MS = 100;

/** The text of a field that is kept in the address, a moment after it was typed; Back and links change the field, too. */
export function useSearchParameter(name: string) {
  const [params, setParams] = useSearchParams();
  const search = params.get(name) ?? '';
  const [text, setText] = useState(search);
  /** What the field itself has put into the address, or taken from it. */
  const known = useRef(search);

  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const wanted = cleanLine(text);
    if (wanted === known.current) return;
    const timer = setTimeout(() => {
      known.current = wanted;
      setParams((now) => withParameters(now, { [name]: wanted === '' ? undefined : wanted }), {
        replace: true,
        state: SAME_SCREEN,
      });
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, name, setParams]);

  return { text, setText };
}
