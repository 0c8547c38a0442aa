/** What other features need of calls. */
export { mayConnectNow } from './joining.ts'
export { isTakenOut } from './queries.ts'
export { tellRoom } from './tell-room.ts'
