import { abortAfter } from './abortAfter.ts'

/** State of the way to the server: `offline` when the device says that it has no network. */
export type Connection = 'up' | 'offline' | 'unreachable'

/** A line that is silent for so long counts as cut, in milliseconds. */
export const longestSilence = 5_000
const probeEvery = 3_000
const listeners = new Set<() => void>()
let state: Connection = !navigator.onLine ? 'offline' : 'up'
let timer: ReturnType<typeof setTimeout> | undefined
let isProbing = false

/** True for an answer that a gateway gives in the place of a server it cannot reach. */
export const isOfGateway = ({ status }: Response): boolean => status === 502 || status === 504

function probeLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), probeEvery)
  // A test in Node.js ends without waiting for it.
  ;(timer as { unref?: () => void }).unref?.()
}

/** Asks whether the server itself answers, whatever it answers, and again until it does. */
export async function probe(): Promise<void> {
  if (isProbing) return
  isProbing = true
  const limit = abortAfter(longestSilence)
  const isAnswered = await fetch('/healthz', { cache: 'no-store', signal: limit.signal }).then(
    (response) => !isOfGateway(response),
    () => false,
  )
  limit.disarm()
  isProbing = false
  report(isAnswered)
  if (!isAnswered) probeLater()
}

/** Takes what the last call came to: it was answered, or the network failed. */
export function report(isAnswered: boolean): void {
  const before = state
  state = isAnswered ? 'up' : !navigator.onLine ? 'offline' : 'unreachable'
  if (state === before) return
  if (state === 'up') clearTimeout(timer)
  else if (before === 'up') probeLater()
  listeners.forEach((listener) => listener())
}

export function currentConnection(): Connection {
  return state
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

addEventListener('offline', () => report(false))
addEventListener('online', () => void probe())
if (state !== 'up') probeLater()
