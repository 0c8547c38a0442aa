import type { ReactNode } from 'react'
import { desmond } from './people/desmond.tsx'
import { ines } from './people/ines.tsx'
import { meiLing } from './people/mei-ling.tsx'
import { noor } from './people/noor.tsx'
import type { Person } from './people/person.ts'
import { CareOffice } from './places/care-office.tsx'
import { Kitchen } from './places/kitchen.tsx'
import { MeetingRoom } from './places/meeting-room.tsx'
import { StaffRoom } from './places/staff-room.tsx'

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

const places: Record<string, ReactNode> = {
  'meeting-room': <MeetingRoom />,
  'care-office': <CareOffice />,
  'staff-room': <StaffRoom />,
  kitchen: <Kitchen />,
}

export function placeOf(name: string): ReactNode {
  const found = places[name]
  if (!found) throw new Error(`Nobody has drawn '${name}' yet`)
  return found
}
