import { tv } from 'tailwind-variants/lite'

interface Person {
  id: string
  username: string
  first_name: string
  last_name: string
}

const avatarStyles = tv({
  base: 'inline-flex shrink-0 items-center justify-center rounded-round font-semibold text-ink select-none before:content-[attr(data-initials)] forced-colors:border',
  variants: {
    size: {
      22: 'size-5.5 text-[9px]',
      28: 'size-7 text-micro',
      40: 'size-10 text-body',
      56: 'size-14 text-title',
    },
    ground: {
      0: 'bg-person-1',
      1: 'bg-person-2',
      2: 'bg-person-3',
      3: 'bg-person-4',
      4: 'bg-person-5',
      5: 'bg-person-6',
    },
  },
})

/** Initials on a quiet ground that stays the same for a person. The name must be shown beside it or read out. */
export function Avatar({ person, size }: { person: Person; size: 22 | 28 | 40 | 56 }) {
  return (
    // Drawn by CSS: as text, the initials would precede every name that is copied, found or compared.
    <span
      aria-hidden="true"
      data-initials={initialsOf(person)}
      className={avatarStyles({ size, ground: groundOf(person.id) })}
    />
  )
}

function groundOf(id: string): 0 | 1 | 2 | 3 | 4 | 5 {
  const sum = Array.from(id, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0)
  // A remainder of six is 0 to 5.
  return (sum % 6) as 0 | 1 | 2 | 3 | 4 | 5
}

function initialsOf({ first_name, last_name, username }: Person): string {
  const initials = firstLetters(first_name, 1) + firstLetters(last_name, 1)
  return (initials || firstLetters(username, 2)).toUpperCase()
}

// Splits a name into letters as a reader counts them: an accent or a joined sign stays with its letter.
const segmenter = new Intl.Segmenter('en')

const firstLetters = (name: string, count: number): string =>
  Array.from(segmenter.segment(name.trim()), ({ segment }) => segment)
    .slice(0, count)
    .join('')
