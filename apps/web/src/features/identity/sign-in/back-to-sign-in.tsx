import { ArrowLeft } from 'lucide-react'
import { Link } from '#ui/button/link.tsx'

export const BackToSignIn = () => (
  <Link to="/login">
    <span className="inline-flex items-center gap-2 pointer-coarse:py-3">
      <ArrowLeft className="size-4" strokeWidth={1.75} />
      Back to Sign In
    </span>
  </Link>
)
