/** The link for a contact that is a phone number or an email address. */
export function contactAddress(contact: string): string | undefined {
  if (/^\+?[\d\s().-]{6,}$/.test(contact)) return `tel:${contact.replaceAll(/[^\d+]/g, '')}`
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(contact) ? `mailto:${contact}` : undefined
}
