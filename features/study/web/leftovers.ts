import { codeOf, isForeign, isSpoilt } from './beatQueue.ts'
import { retentionMs } from '../beat/rules.ts'
import { savedLeases, type QueuedBeat, readSaved, writeSaved } from './savedBeats.ts'

/** A window that has not written for so long is gone. */
const goneAfter = 15_000

/**
 * Sends what windows now gone have left on this device: after a crash, a reload, a lost connection. `own` is the
 * lease this very window held before, which needs no waiting. What is too old to be
 * credited is forgotten. What belongs to another account stays until its owner
 * is back; stops at the first failure of the connection. Returns how many beats arrived.
 */
export async function sendLeftovers(
  storage: Storage,
  send: (leaseToken: string, beat: QueuedBeat) => Promise<unknown>,
  own: string | null,
): Promise<number> {
  let sent = 0
  for (const leaseToken of savedLeases(storage)) {
    const saved = readSaved(storage, leaseToken)
    const silent = Date.now() - saved.aliveAt
    if (silent >= retentionMs) {
      writeSaved(storage, leaseToken, { ...saved, queue: [], open: null })
      continue
    }
    if (leaseToken !== own && silent < goneAfter) continue
    if (saved.open) saved.queue.push({ sequence: saved.next++, ...saved.open, ended: false })
    saved.open = null
    try {
      while (saved.queue.length > 0) {
        await send(leaseToken, saved.queue[0]!).catch((error: unknown) => {
          if (!isSpoilt(codeOf(error))) throw error
        })
        saved.queue.shift()
        sent++
        writeSaved(storage, leaseToken, saved)
      }
    } catch (error) {
      writeSaved(storage, leaseToken, saved)
      if (!isForeign(codeOf(error))) return sent
    }
  }
  return sent
}
