import { ForgotPasswordScreen } from '../features/identity/forgot-password-screen.tsx'

export const ForgotPasswordPage = () => <ForgotPasswordScreen />
