/** What a person does in a call. */
export interface CallActs {
  onMic: () => void
  onCamera: () => void
  onSound: () => void
  onLeave: () => void
}
