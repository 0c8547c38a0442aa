import { useParams } from '@tanstack/react-router'
import { TrainingTextScreen } from '#features/content/training/training-text-screen.tsx'
import { NotFoundPage } from './not-found.tsx'

export function TrainingMaterialPage() {
  const { tag } = useParams({ from: '/signed-in/shell/training/$tag' })
  return <TrainingTextScreen key={tag} tag={tag} notFound={<NotFoundPage />} />
}
