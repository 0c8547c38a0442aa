import { NotHereYet } from '../ui/not-here-yet.tsx'

export const HelpPage = () => <NotHereYet title="Help & FAQs" />
