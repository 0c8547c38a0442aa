// Sets the chosen theme before the first paint. Without a choice the system's applies (ui/tokens.css).
try {
  const theme = localStorage.getItem('parley.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is closed to us: the system's theme stands.
}
