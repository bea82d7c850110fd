/** The part of recheck that is used. `npm run linear` installs it, because only new patterns need it. */
declare module 'recheck' {
  export function checkSync(
    source: string,
    flags: string,
    options: { readonly checker: 'automaton'; readonly timeout: number },
  ): { readonly status: 'safe' | 'vulnerable' | 'unknown' };
}
