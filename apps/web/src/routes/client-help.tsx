import { ClientHelpScreen } from '#features/content/help/help-screen.tsx'

export const ClientHelpPage = ClientHelpScreen
