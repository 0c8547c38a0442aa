import type { ReactNode } from 'react'
import { CareOffice } from './care-office.tsx'
import { Kitchen } from './kitchen.tsx'
import { MeetingRoom } from './meeting-room.tsx'
import { StaffRoom } from './staff-room.tsx'

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
