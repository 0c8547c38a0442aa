/** A text in which searched words are highlighted where they begin a word. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const any = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  // Because the split captures the words, every second part is a searched word.
  // linear: words as they are, one after the other.
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, 'giu'))
  return parts.map((part, place) =>
    place % 2 === 1 ? (
      // The parts of a text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className="rounded-tag bg-yellow-soft px-0.5 text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
