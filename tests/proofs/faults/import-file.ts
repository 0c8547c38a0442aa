/** A file of clients and the expected result of each row. */
export interface ClientsFile {
  csv: string
  /** Usernames that are taken before the file is read. */
  takenBefore: string[]
  /** Usernames that are taken between the preview and the writing. */
  takenAfter: string[]
  /** The cells of each row that must be written, by username. */
  good: Map<string, string>
  /** Why each other row is refused, by its email cell, which is unique. */
  bad: Map<string, string>
}

type Cells = [first: string, last: string, username: string, email: string, coach: string, zone: string]

/** One row in this many is bad, in a random one of the ways below. */
const oneIn = 25

const zones = ['', '', 'Europe/Berlin', 'America/New_York']

export function clientsFile(rows: number, choose: () => number): ClientsFile {
  const file: ClientsFile = { csv: '', takenBefore: [], takenAfter: [], good: new Map(), bad: new Map() }
  const lines: string[] = []
  for (let i = 0; i < rows; i += 1) {
    const row = i + 2
    const cells: Cells = [`Ada ${i}`, 'Okafor', `client.${i}`, `c${i}@example.test`, '', pick(zones)]
    if (choose() < 0.5) cells[4] = 'dana'
    spoil(file, cells, row)
    lines.push(cells.join(','))
  }
  file.csv = ['first_name,last_name,username,email,coach_username,time_zone', ...lines].join('\n')
  return file

  function pick(list: readonly string[]): string {
    return list[Math.floor(choose() * list.length)] ?? ''
  }

  /** Makes a row bad in one of seven ways, or leaves it good, and records the expected result. */
  function spoil({ good, bad, takenBefore, takenAfter }: ClientsFile, cells: Cells, row: number): void {
    const username = cells[2]
    const isBad = choose() < 1 / oneIn
    if (!isBad) {
      good.set(username, cells.join(','))
      return
    }
    const way = pick(['name', 'email', 'before', 'after', 'repeat', 'coach', 'zone'])
    const refuse = (message: string) => void bad.set(cells[3], message)
    if (way === 'name') {
      cells[1] = ' '
      refuse('Last name is required')
    } else if (way === 'email') {
      cells[3] = `c${row}`
      refuse('Email address is not complete')
    } else if (way === 'before') {
      takenBefore.push(username)
      refuse('Username is taken')
    } else if (way === 'after') {
      takenAfter.push(username)
      refuse('Username is taken')
    } else if (way === 'repeat' && good.has(`client.${row - 3}`)) {
      cells[2] = `client.${row - 3}`
      refuse(`Username repeats row ${row - 1}`)
    } else if (way === 'coach') {
      cells[4] = 'nobody.here'
      refuse('No coach of this organization has this username')
    } else {
      cells[5] = 'Mars/Olympus'
      refuse('This time zone is not known')
    }
  }
}
