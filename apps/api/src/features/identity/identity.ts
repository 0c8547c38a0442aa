/** The door of the identity feature: what other features and the process itself need of it. */
export { mailForgottenPassword } from './password/forgot-password.ts'
export { sweepIdentity } from './jobs.ts'
export { endLinks, identityMails, queueLinkMail } from './password/one-time-links.ts'
export { makePasswordLink } from './password/password-links.ts'
export { findPersonByUsername, lockSecondFactor } from './queries.ts'
export { clearSecondFactor } from './second-factor/second-factor.ts'
export { resealAll } from './second-factor/reseal.ts'
export { authenticate, endedTokens, endTokens } from './sign-in/tokens.ts'
