/** The part of calls that other features use. */
export { readIdentity } from './livekit-participants.ts'
export { callMember, type CallMember } from './member.ts'
export { isOfCall, outsidersAmong } from './queries.ts'
export { tellRoom } from './tell-room.ts'
