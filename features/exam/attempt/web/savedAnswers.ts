/** Data of an attempt stored on this device beside its answers: the flags, and the current question. */
export interface Stored {
  flags: number[]
  at: number
}

const keyOf = (attemptId: string) => `exam-place:${attemptId}`

/** The stored state of an attempt; the first question and no flags when there is none. */
export function readSaved(storage: Storage, attemptId: string, items: number): Stored {
  try {
    const { flags, at } = JSON.parse(storage.getItem(keyOf(attemptId)) ?? '') as Stored
    const isItem = (no: unknown): no is number =>
      Number.isInteger(no) && (no as number) >= 1 && (no as number) <= items
    return { flags: flags.filter(isItem), at: isItem(at) ? at : 1 }
  } catch {
    return { flags: [], at: 1 }
  }
}

/** Stores it; if storage fails, only the flags are lost on reload. */
export function writeSaved(storage: Storage, attemptId: string, saved: Stored): void {
  try {
    storage.setItem(keyOf(attemptId), JSON.stringify(saved))
  } catch {
    // Nothing stored.
  }
}

/** Forgets an attempt that is over. */
export function dropSaved(storage: Storage, attemptId: string): void {
  storage.removeItem(keyOf(attemptId))
}
