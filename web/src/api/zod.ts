import * as z from 'zod/mini';

// zod's faster parsers are compiled from text, which the content security
// policy forbids. It has to know before the first schema is made, so every
// schema of the client takes `z` from here.
z.config({ jitless: true });

export { z };
