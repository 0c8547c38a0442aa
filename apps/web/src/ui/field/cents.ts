/** '1,250.5' is 125050. What is no amount is NaN; a part of a cent stays, for the rule that refuses it. */
export function centsOf(text: string): number {
  const plain = text.replaceAll(/[\s,$]/g, '')
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return Number.NaN
  const cents = Number(plain) * 100
  // 19.99 * 100 is not quite 1999.
  return Math.abs(cents - Math.round(cents)) < 1e-6 ? Math.round(cents) : cents
}
