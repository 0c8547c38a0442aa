const key = 'parley.guest'
let inMemory: string | null = null

/**
 * The secret of the link that this tab was opened with. public/start.js has taken it out of the address and kept it for
 * this tab before the first paint; where the browser keeps nothing for us it is done here, for this page alone.
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
