import { TrainingScreen } from '#features/content/training/training-screen.tsx'

export const TrainingPage = TrainingScreen
