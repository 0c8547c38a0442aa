/** A telephone number or an address that can be pressed on a telephone. */
export function contactAddress(contact: string): string | undefined {
  if (/^\+?[\d\s().-]{6,}$/.test(contact)) return `tel:${contact.replaceAll(/[^\d+]/g, '')}`
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(contact) ? `mailto:${contact}` : undefined
}
