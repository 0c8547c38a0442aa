import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const SessionJoinPage = () => <NotHereYet title="Device check" />
