import { titleOf } from '#platform/pages.ts'
import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const TrainingPage = () => <NotHereYet title={titleOf('training')} />
