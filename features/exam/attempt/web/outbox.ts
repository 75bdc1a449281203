import { later, type Unsaved, without } from './merge.ts'

/** Answers of an attempt stored on the device until the server has them; windows of one browser share it. */
export interface Outbox {
  read: () => Unsaved
  /** Adds answers; those of another window that are newer stay. */
  put: (given: Unsaved) => void
  /** Takes away what the server has, unless it was changed since. */
  drop: (acknowledged: Unsaved) => void
  /** Everything of the attempt is forgotten. */
  clear: () => void
}

const prefix = 'exam-answers:'
/** The storage key of an attempt's unsaved answers. */
export const outboxKey = (attemptId: string) => prefix + attemptId

/** Opens the outbox of an attempt; where nothing can be stored it lives only in memory. */
export function openOutbox(storage: Storage, attemptId: string): Outbox {
  const key = outboxKey(attemptId)
  let memory: Unsaved = {}
  /** The store did not take what memory has. */
  let isStale = false

  function read(): Unsaved {
    if (isStale) return memory
    try {
      const text = storage.getItem(key)
      memory = text === null ? {} : (JSON.parse(text) as Unsaved)
    } catch {
      // Not readable: what this window remembers counts.
    }
    return memory
  }
  function write(unsaved: Unsaved): void {
    memory = unsaved
    try {
      if (Object.keys(unsaved).length === 0) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify(unsaved))
      isStale = false
    } catch {
      isStale = true
    }
  }
  return {
    read,
    put: (given) => write(later(read(), given)),
    drop: (acknowledged) => write(without(read(), acknowledged)),
    clear: () => write({}),
  }
}
