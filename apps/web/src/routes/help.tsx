import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const HelpPage = () => <NotHereYet title="Help & FAQs" />
