import { desmond } from './desmond.tsx'
import { ines } from './ines.tsx'
import { meiLing } from './mei-ling.tsx'
import { noor } from './noor.tsx'
import type { Person } from './person.ts'

const people: Record<string, Person> = {
  'Ines Carvalho': ines,
  'Desmond Okafor': desmond,
  'Noor Haddad': noor,
  'Mei-Ling Tan': meiLing,
}

export function personOf(name: string): Person {
  const found = people[name]
  if (!found) throw new Error(`Nobody has drawn ${name} yet`)
  return found
}
