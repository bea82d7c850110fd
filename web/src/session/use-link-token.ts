import { decoded } from '@volant/proto/contact/plain-text';
import { linkTokenIn } from '@volant/proto/text/link-token';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { parsed } from '../api/parsed.ts';
import { SAME_SCREEN } from '../browser/same-screen.ts';

const linkState = v.object({ token: v.pipe(v.string(), v.minLength(1)) });

/**
 * The token of the mailed link. It is removed from the address at once, so that it cannot leak through the screen,
 * the browser's history or a copied address; a reload of this tab still has it.
 */
export function useLinkToken(): string | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  // Mail programs and people add punctuation, line breaks and encodings.
  const search = decoded(location.search);
  const given = (/\btoken=/i.test(search) && linkTokenIn(search)) || undefined;
  const [token] = useState(given ?? parsed(linkState, location.state)?.token);

  useEffect(() => {
    if (given === undefined) return;
    void navigate({ search: '' }, { replace: true, state: { ...SAME_SCREEN, token: given } });
  }, [given, navigate]);

  return token;
}
