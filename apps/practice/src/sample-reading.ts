const sentencesOf = (text: string): string[] => text.split(/[.!?…](?:\s|$)/).filter((one) => /\w/.test(one))
const wordsOf = (text: string): string[] => text.match(/[\p{L}'’\d-]+/gu) ?? []

/** Counts groups of vowels without a silent e: accurate enough for an average. */
function syllables(word: string): number {
  const plain = word.toLowerCase().replace(/(?<=[^l])e$|es$|ed$/, '')
  return Math.max(1, plain.match(/[aeiouy]+/g)?.length ?? 1)
}

export function wordsInSentence(texts: readonly string[]): number {
  return texts.flatMap(wordsOf).length / texts.flatMap(sentencesOf).length
}

/** The Flesch–Kincaid grade level. */
export function gradeOf(texts: readonly string[]): number {
  const words = texts.flatMap(wordsOf)
  const spoken = words.reduce((sum, word) => sum + syllables(word), 0)
  return 0.39 * wordsInSentence(texts) + 11.8 * (spoken / words.length) - 15.59
}
