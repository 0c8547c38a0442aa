/** The door of the identity feature: what other features and the process itself need of it. */
export { mailForgottenPassword } from './forgot-password.ts'
export { sweepIdentity } from './jobs.ts'
export { endLinks, identityMails, queueLinkMail } from './one-time-links.ts'
export { makePasswordLink } from './password-links.ts'
export { findPersonByUsername, lockSecondFactor } from './queries.ts'
export { clearSecondFactor } from './second-factor.ts'
export { authenticate, endedTokens, endTokens } from './tokens.ts'
