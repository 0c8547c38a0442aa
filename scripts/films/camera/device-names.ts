/** Runs in the browser before the page's scripts: gives the fake devices realistic names. */
export function nameDevices(): void {
  const names: Record<MediaDeviceKind, string> = {
    videoinput: 'Built-in camera',
    audioinput: 'Built-in microphone',
    audiooutput: 'Built-in speaker',
  }
  const { mediaDevices } = navigator
  const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices)
  mediaDevices.enumerateDevices = async () => {
    const all = await enumerate()
    const first = all.filter(({ kind }, i) => all.findIndex((each) => each.kind === kind) === i)
    return first.map((device): MediaDeviceInfo =>
      Object.create(device, {
        kind: { value: device.kind },
        deviceId: { value: device.deviceId },
        groupId: { value: device.groupId },
        label: { value: device.label && names[device.kind] },
      }),
    )
  }
}
