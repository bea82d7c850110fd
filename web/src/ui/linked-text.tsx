/** Up to white space, without the punctuation that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?'’)\]])/i;

/** A text from outside whose web addresses are links. */
export function LinkedText({ text }: { readonly text: string }) {
  // With a group in the pattern, every second part is an address.
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 && URL.canParse(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
