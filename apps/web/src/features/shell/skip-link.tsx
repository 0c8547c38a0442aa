/** First in the tab order; visible only while it has the focus. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-2 left-2 z-(--z-toast) -translate-y-20 rounded-control bg-accent px-3.5 py-2 font-semibold text-on-accent focus:translate-y-0"
  >
    Skip to content
  </a>
)
