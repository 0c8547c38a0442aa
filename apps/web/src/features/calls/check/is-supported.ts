/** A call needs connections from browser to server and something to capture with; what lacks either is shown no check. */
export const isSupported = (): boolean =>
  'RTCPeerConnection' in window && 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices
