import type { Answers } from '../contract.ts'

/** An answer that the server does not have yet, and when it was given by this device's clock, in milliseconds. */
export interface Given {
  value: string[]
  at: number
}
/** By the number of the item. */
export type Unsaved = Record<string, Given>

/** True if two answers are equal. */
export const isSame = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  (a ?? []).length === (b ?? []).length && (a ?? []).every((text, i) => text === b![i])

/** Returns the visible answers: those of the server, replaced by those given since. */
export function withUnsaved(saved: Answers, unsaved: Unsaved): Answers {
  return {
    ...saved,
    ...Object.fromEntries(Object.entries(unsaved).map(([no, { value }]) => [no, value])),
  }
}

/** Unsaved answers of two places by the time they were given: the later one of each counts. */
export function later(mine: Unsaved, theirs: Unsaved): Unsaved {
  const merged = { ...mine }
  for (const [no, given] of Object.entries(theirs)) {
    if (!merged[no] || given.at > merged[no].at) merged[no] = given
  }
  return merged
}

/** Removes acknowledged answers; an answer that was changed meanwhile stays. */
export function without(unsaved: Unsaved, acknowledged: Unsaved): Unsaved {
  return Object.fromEntries(
    Object.entries(unsaved).filter(([no, { at }]) => !(acknowledged[no] && at <= acknowledged[no].at)),
  )
}

/** Result of merging answers saved by another device with this one's own. */
export interface Merged {
  unsaved: Unsaved
  /** Items that were answered or changed elsewhere and now stand here. */
  taken: number[]
  /** Items that both changed; what was given here stays and is sent. */
  ours: number[]
}

/**
 * Merges what another device saved: item by item, what was given here and not saved yet stays, everything else
 * is taken over. `base` is what the server had when this device last heard of it.
 */
export function mergeTheirs(base: Answers, theirs: Answers, unsaved: Unsaved): Merged {
  const changed = [...new Set([...Object.keys(base), ...Object.keys(theirs)])].filter(
    (no) => !isSame(base[no], theirs[no]),
  )
  const still = Object.fromEntries(
    Object.entries(unsaved).filter(([no, { value }]) => !isSame(value, theirs[no])),
  )
  const numbers = changed.map(Number).sort((a, b) => a - b)
  return {
    unsaved: still,
    taken: numbers.filter((no) => !unsaved[no]),
    ours: numbers.filter((no) => still[no]),
  }
}

/** As many unsaved answers, the oldest first, as fit in so many characters; always one. */
export function batchOf(unsaved: Unsaved, most: number): Unsaved {
  const batch: Unsaved = {}
  let length = 0
  for (const [no, given] of Object.entries(unsaved).sort(([, a], [, b]) => a.at - b.at)) {
    length += given.value.reduce((sum, text) => sum + text.length, 0)
    if (length > most && Object.keys(batch).length > 0) break
    batch[no] = given
  }
  return batch
}
