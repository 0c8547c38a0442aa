const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$16,275.00', from cents. */
export const moneyText = (cents: number): string => usd.format(cents / 100)

/** '$16,275.00' or '¥1': a payment in its own currency, from that currency's smallest unit. */
export function paidText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
