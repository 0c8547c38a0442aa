import { ForgotPasswordScreen } from '#features/identity/password/forgot-password-screen.tsx'

export const ForgotPasswordPage = () => <ForgotPasswordScreen />
