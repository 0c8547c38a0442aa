/** The name under which a browser's tabs share a client's call: a hash of the link, which doesn't give the link away. */
export async function guestCallId(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
