// What has to be done before the first paint. A file of its own and not a module: the content policy allows no inline
// script, and a module would come after it.
const root = document.documentElement

// The chosen theme. Without a choice the system's applies (ui/tokens.css).
try {
  const theme = localStorage.getItem('parley.theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  // Whoever is signed in does not see the login form on the way to their page.
  if (localStorage.getItem('parley.token') !== null) root.dataset.signedIn = ''
} catch {
  // Storage is closed to us: the system's theme stands.
}

// The secret of a guest's link leaves the address bar; this tab keeps it, so that a reload works.
const link = /^\/join\/([\w-]+)/.exec(location.pathname)
if (link) {
  try {
    sessionStorage.setItem('parley.guest', link[1])
    history.replaceState(null, '', '/join')
  } catch {
    // Without storage the page itself takes it out of the address and keeps it in memory (guest-secret.ts).
  }
}

// 'coming', 'failed', or 'pressed' when a form was sent before its script had come; 'here' once it has (draw-page.ts).
// Texts that promise something to come stand only where a script will bring it.
root.dataset.script = 'coming'
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) root.dataset.script = 'failed'
  },
  true,
)
addEventListener('submit', (event) => {
  if (root.dataset.script !== 'coming' && root.dataset.script !== 'pressed') return
  event.preventDefault()
  root.dataset.script = 'pressed'
})
