/** The streamed application comes as H.264; not every browser plays it. */
export const playsH264 = (): boolean =>
  RTCRtpReceiver.getCapabilities('video')?.codecs.some(({ mimeType }) => /h264/i.test(mimeType)) ?? false
