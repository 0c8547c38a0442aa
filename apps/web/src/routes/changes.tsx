import { ChangesScreen } from '#features/content/changes/changes-screen.tsx'

export const ChangesPage = ChangesScreen
