import { leaseHere } from './ownLease.ts'

/** A stretch that was played and is to be saved; seconds of the video. */
export interface QueuedBeat {
  sequence: number
  from: number
  to: number
  visible: boolean
  /** Time it was played, in seconds since the lease was opened; absent in what an older page has left. */
  since?: number
  until?: number
  ended: boolean
}

/** Beats of a lease stored on this device until the server has them. */
export interface Stored {
  /** The number of the next beat. */
  next: number
  queue: QueuedBeat[]
  /** The stretch being played now. */
  open: Omit<QueuedBeat, 'sequence' | 'ended'> | null
  /** Time its window last wrote, in milliseconds since 1970. */
  aliveAt: number
}

const prefix = 'study-beats:'
const keyOf = (leaseToken: string) => prefix + leaseToken

/** The stored beats of a lease; empty when there are none, or the entry is not ours. */
export function readSaved(storage: Storage, leaseToken: string): Stored {
  try {
    const saved = JSON.parse(storage.getItem(keyOf(leaseToken)) ?? '') as Stored
    if (Array.isArray(saved.queue)) return saved
  } catch {
    // Nothing stored, or not by us.
  }
  return { next: 1, queue: [], open: null, aliveAt: 0 }
}

/** Text to be stored of a lease: none when no beats are pending. */
export const textOf = (saved: Stored): string | null =>
  saved.queue.length === 0 && !saved.open ? null : JSON.stringify(saved)

/** Stores the pending beats of a lease, or removes the entry when none are pending. Returns what is stored now. */
export function writeSaved(storage: Storage, leaseToken: string, saved: Stored): string | null {
  const text = textOf(saved)
  try {
    if (text === null) storage.removeItem(keyOf(leaseToken))
    else storage.setItem(keyOf(leaseToken), text)
  } catch {
    // A full or forbidden store: the queue lives on in memory.
  }
  return storedText(storage, leaseToken)
}

/** The words of the store for a lease: a window sees by them that another has sent for it. */
export function storedText(storage: Storage, leaseToken: string): string | null {
  try {
    return storage.getItem(keyOf(leaseToken))
  } catch {
    return null
  }
}

/** The leases with stored beats on this device. */
export function savedLeases(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
}

/** Seconds that this window played and the server has not got yet: in its queue, and being played. */
export function waitingSeconds(): { queued: number; open: number } {
  const lease = leaseHere()
  const { queue, open } = readSaved(localStorage, lease ?? '')
  const queued = queue.reduce((sum, { from, to }) => sum + to - from, 0)
  return { queued, open: open ? open.to - open.from : 0 }
}
