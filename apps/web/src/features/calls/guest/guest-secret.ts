const key = 'parley.guest'
let inMemory: string | null = null

/**
 * The secret of the link that this tab was opened with. Before the first paint, public/start.js takes it out of the address
 * and keeps it for this tab. If the browser stores nothing for us, it is taken out here, for this page only.
 */
export function guestSecret(): string | null {
  const inAddress = /^\/join\/([\w-]+)/.exec(location.pathname)?.[1]
  if (inAddress !== undefined) {
    inMemory = inAddress
    history.replaceState(null, '', '/join')
  }
  return inMemory ?? kept()
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
