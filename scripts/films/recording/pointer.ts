/** Runs in the browser before the page's scripts: draws a pointer, because a headless browser shows none. */
export function drawPointer(): void {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const ring = document.createElementNS(namespace, 'circle')
  const arrow = document.createElementNS(namespace, 'path')
  svg.setAttribute('viewBox', '-24 -24 48 48')
  svg.setAttribute('aria-hidden', 'true')
  ring.setAttribute('r', '17')
  ring.setAttribute('fill', '#2f9bb5')
  arrow.setAttribute('d', 'M0 0 V19.5 L4.6 15.2 L7.7 22.2 L11 20.8 L8 14 L14.2 13.6 Z')
  arrow.setAttribute('fill', '#ffffff')
  arrow.setAttribute('stroke', '#16201f')
  arrow.setAttribute('stroke-width', '1.6')
  arrow.setAttribute('stroke-linejoin', 'round')
  svg.append(ring, arrow)
  Object.assign(svg.style, {
    position: 'fixed',
    left: '-36px',
    top: '-36px',
    width: '72px',
    height: '72px',
    zIndex: '2147483647',
    pointerEvents: 'none',
    visibility: 'hidden',
  })
  Object.assign(ring.style, { opacity: '0', transition: 'opacity 220ms ease-out' })
  const press = (isDown: boolean) => () => {
    ring.style.opacity = isDown ? '0.45' : '0'
  }
  addEventListener('pointerdown', press(true), true)
  addEventListener('pointerup', press(false), true)
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      // Append outside the body, which belongs to the page.
      if (!svg.isConnected) document.documentElement.append(svg)
      svg.style.visibility = 'visible'
      svg.style.transform = `translate(${clientX}px, ${clientY}px)`
    },
    true,
  )
}
