/** The door of the identity feature: what other features and the process itself need of it. */
export { makePasswordLink } from './password-links.ts'
export { findPersonByUsername } from './queries.ts'
export { authenticate, endedTokens, endTokens } from './tokens.ts'
