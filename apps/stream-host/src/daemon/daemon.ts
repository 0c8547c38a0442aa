import { mkdir } from 'node:fs/promises'
import { pino } from 'pino'
import { beatMs, openCapacity } from './capacity.ts'
import { openDoor } from './door.ts'
import { openInstances, watchMs } from './instances.ts'
import { readSettings } from './settings.ts'

/** One daemon per host: starts, watches and ends instances, reports free room. By default it exits without ending them. */
const settings = readSettings()
const log = pino({ level: settings.logLevel })
if (process.getuid?.() !== 0)
  throw new Error('The stream host runs each instance as a user of its own, so it has to be started as root.')

const clock = () => Date.now()
await mkdir(settings.folder, { recursive: true, mode: 0o711 })
const instances = openInstances({ settings, log, clock })
await instances.adopt()
const capacity = openCapacity(settings, log)
let isDraining = false
const tell = () => capacity.tell({ used: instances.used(), isDraining })
const door = openDoor({ settings, instances, isDraining: () => isDraining, log, clock })
door.listen(settings.listen.port, settings.listen.host, () => log.info({ url: settings.url }, 'listening'))

setInterval(() => void instances.watchAll(), watchMs)
setInterval(() => void tell(), beatMs)
await tell()

/** Drain: accepts nothing new; running instances continue to their end. */
process.on('SIGUSR1', () => {
  isDraining = true
  void tell()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    door.close()
    void capacity
      .leave()
      .then(() => (settings.endsInstances ? instances.stopAll() : undefined))
      .then(() => process.exit(0))
  })
