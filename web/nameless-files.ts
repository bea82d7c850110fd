/**
 * Names files by their hash alone. Ad blockers match words such as `/assets/analytics-`, so a screen with a
 * descriptive chunk name might not open. Hex digits cannot spell such words.
 */
export const namelessFiles = {
  entryFileNames: 'assets/[hash:16].js',
  chunkFileNames: 'assets/[hash:16].js',
  assetFileNames: 'assets/[hash:16][extname]',
  hashCharacters: 'hex',
} as const;
