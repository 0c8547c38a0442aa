const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$16,275.00', from the cents of the wire. */
export const moneyText = (cents: number): string => usd.format(cents / 100)
