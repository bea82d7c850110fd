import type { Plugin } from 'vite';

const ROUTER = /\/react-router\/dist\/production\/chunk-\w+\.mjs$/;

/** What is cut out of React Router, and what stands in its place. */
const CUTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Effects that keep components in the bundle which nothing uses: names for developers, and what makes components.
  [/^\w+\.displayName = "[^"]*";$/gm, ''],
  [/ = (React\d{0,2}\.(?:forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1'],
  // Links that load the next screen beforehand (framework mode), and instrumentation: neither is used here.
  [/shouldPrefetch && !isAbsolute \?/g, 'false ?'],
  [/if \(init\.instrumentations\) \{/g, 'if (false) {'],
];

/** Lets the bundler leave out what of React Router is not used. It saves every screen 3 KB. */
export function smallRouter(): Plugin {
  const found = new Set<RegExp>();
  return {
    name: 'small-router',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id)) return undefined;
      let small = code;
      for (const [pattern, instead] of CUTS) {
        const cut = small.replace(pattern, instead);
        if (cut !== small) found.add(pattern);
        small = cut;
      }
      return { code: small, map: null };
    },
    buildEnd(error) {
      const missed = CUTS.find(([pattern]) => !found.has(pattern));
      if (!error && missed !== undefined) throw new Error(`React Router has changed: no ${missed[0]} in it.`);
    },
  };
}
