import { NotHereYet } from '../ui/not-here-yet.tsx'

export const TrainingPage = () => <NotHereYet title="Training" />
