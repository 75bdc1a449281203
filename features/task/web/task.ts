import type { CallRefused } from '../../../web/client.ts'
import type { TaskState } from '../rules.ts'

/** A piece of long work as the task centre shows it, in the reader's language. */
export interface Task {
  id: string
  /** Kind of work that is done. */
  kind: string
  /** Name of the file it is done with. */
  name: string
  /** Time at which it was begun. */
  at: string
  state: TaskState
  /** Its progress, with the numbers. */
  text: string
  /** Part of it that is done, from 0 to 1; null where nobody knows. */
  share: number | null
  /** The way on: what it is called and where it leads; absent where there is none but its file. */
  way?: { label: string; to: string }
  /** Stops it; absent where it may not be stopped. */
  cancel?: () => void
  /** A file that came of it. */
  file?: { label: string; save: () => void }
}

/** One's own work of one sort, the newest first. */
export interface TaskList {
  /** True if the reader may begin such work: it is not requested otherwise. */
  isOffered: boolean
  /** Undefined as long as nothing was answered. */
  tasks: readonly Task[] | undefined
  error: CallRefused | null
  retry: () => void
  /** The news among the reader's work that the list shows, by its code. */
  news?: string
}

const seen = new Map<string, number>()

/** Marks a task as viewed, so that its end is not announced to the viewer; returns the function that unmarks it. */
export function markSeen(id: string): () => void {
  seen.set(id, (seen.get(id) ?? 0) + 1)
  return () => {
    const left = seen.get(id)! - 1
    if (left > 0) seen.set(id, left)
    else seen.delete(id)
  }
}

/** True if somebody looks at a task in this window. */
export const isSeen = (id: string) => seen.has(id)
