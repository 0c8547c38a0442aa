/** Puts the largest picture into the browser's own small window, over everything else on the screen. */
export async function togglePictureInPicture(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const video = [...document.querySelectorAll('video')]
    .filter(({ videoWidth }) => videoWidth > 0)
    .toSorted((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)[0]
  // If the browser refuses, the call stays as it is.
  await video?.requestPictureInPicture().catch(() => undefined)
}
