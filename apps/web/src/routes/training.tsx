import { useParams } from '@tanstack/react-router'
import { TrainingScreen } from '#features/content/training/training-screen.tsx'
import { TrainingTextScreen } from '#features/content/training/training-text-screen.tsx'
import { NotFoundPage } from './not-found.tsx'

export const TrainingPage = TrainingScreen

export function TrainingMaterialPage() {
  const { tag } = useParams({ from: '/signed-in/shell/training/$tag' })
  return <TrainingTextScreen key={tag} tag={tag} notFound={<NotFoundPage />} />
}
