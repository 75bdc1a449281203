import { codeOf, isForeign, isSpoilt } from './beatQueue.ts'
import { keptMs } from '../beat/rules.ts'
import { keptLeases, type QueuedBeat, readKept, writeKept } from './keptBeats.ts'

/** A window that has not written for so long is gone. */
const goneAfter = 15_000

/**
 * Sends what windows now gone have left on this device: after a crash, a reload, a lost connection. `own` is the
 * lease this very window held before, which needs no waiting. What is too old to be
 * credited is forgotten. What belongs to another account stays until its owner
 * is back; stops at the first failure of the connection. Gives how many beats arrived.
 */
export async function sendLeftovers(
  storage: Storage,
  send: (leaseToken: string, beat: QueuedBeat) => Promise<unknown>,
  own: string | null,
): Promise<number> {
  let sent = 0
  for (const leaseToken of keptLeases(storage)) {
    const kept = readKept(storage, leaseToken)
    const silent = Date.now() - kept.aliveAt
    if (silent >= keptMs) {
      writeKept(storage, leaseToken, { ...kept, queue: [], open: null })
      continue
    }
    if (leaseToken !== own && silent < goneAfter) continue
    if (kept.open) kept.queue.push({ sequence: kept.next++, ...kept.open, ended: false })
    kept.open = null
    try {
      while (kept.queue.length > 0) {
        await send(leaseToken, kept.queue[0]!).catch((error: unknown) => {
          if (!isSpoilt(codeOf(error))) throw error
        })
        kept.queue.shift()
        sent++
        writeKept(storage, leaseToken, kept)
      }
    } catch (error) {
      writeKept(storage, leaseToken, kept)
      if (!isForeign(codeOf(error))) return sent
    }
  }
  return sent
}
