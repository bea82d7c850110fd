/**
 * Names files by their hash alone: block lists know words such as `/assets/analytics-`, and a screen whose code is
 * named after what it shows would not open. Hex digits spell no such word.
 */
export const namelessFiles = {
  entryFileNames: 'assets/[hash:16].js',
  chunkFileNames: 'assets/[hash:16].js',
  assetFileNames: 'assets/[hash:16][extname]',
  hashCharacters: 'hex',
} as const;
