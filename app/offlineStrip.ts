import type { Connection } from '../web/connection.ts'

/** Records made while the network was gone: so many seconds in all, so many not sent yet. */
export interface Sending {
  of: number
  left: number
}

/** Text of the strip, or null without one; `isOlder` when the page shows what came before. */
export function stripOf(connection: Connection, waiting: number, sending: Sending | null, isOlder: boolean) {
  if (connection === 'up') {
    if (!sending) return null
    const key = sending.left > 0 ? 'backSending' : 'backSent'
    return { key, seconds: sending.of, isBack: true } as const
  }
  const isOffline = connection === 'offline'
  if (waiting > 0) {
    const key = isOffline ? 'offlineRecorded' : 'unreachableRecorded'
    return { key, seconds: waiting, isBack: false } as const
  }
  const key = isOlder
    ? isOffline
      ? 'offlineShown'
      : 'unreachableShown'
    : isOffline
      ? 'offline'
      : 'unreachable'
  return { key, seconds: 0, isBack: false } as const
}
