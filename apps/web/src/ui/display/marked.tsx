/** A text in which words that somebody looked for stand out, from the beginning of a word on. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const any = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  // Split by what is in brackets, every second part is a word that was looked for.
  // linear: words as they are, one after the other.
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})`, 'giu'))
  return parts.map((part, place) =>
    place % 2 === 1 ? (
      // The parts of a text never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className="rounded-tag bg-yellow-soft px-0.5 text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
