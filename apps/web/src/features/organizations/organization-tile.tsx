const segmenter = new Intl.Segmenter('en')

/** The initials of an organization's name on a square: circles are for people. */
export function OrganizationTile({ name, size }: { name: string; size: 28 | 52 }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center bg-person-1 font-semibold text-ink select-none forced-colors:border ${
        size === 52 ? 'size-13 rounded-panel text-large' : 'size-7 rounded-control text-micro'
      }`}
    >
      {initialsOf(name)}
    </span>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? '')
    .join('')
    .toUpperCase()
