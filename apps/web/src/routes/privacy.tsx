import { privacy } from '@parley/contract/content.ts'
import { LegalScreen } from '../features/identity/legal-screen.tsx'

export const PrivacyPage = () => <LegalScreen entry={privacy} />
