/** '1,250.5' is 125050. Text that is no amount is NaN. A fraction of a cent stays, so that validation can refuse it. */
export function centsOf(text: string): number {
  const plain = text.replaceAll(/[\s,$]/g, '')
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return Number.NaN
  const cents = Number(plain) * 100
  // 19.99 * 100 is not quite 1999.
  return Math.abs(cents - Math.round(cents)) < 1e-6 ? Math.round(cents) : cents
}
