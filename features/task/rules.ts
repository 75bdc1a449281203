/** The state of a task: in progress, waiting for confirmation, or over; `partly` where some of it was refused. */
export type TaskState = 'running' | 'waiting' | 'done' | 'partly' | 'failed' | 'cancelled'

/** Polling interval of tasks in milliseconds: 2 s while one runs, no polling otherwise. */
export function pollEvery(states: readonly TaskState[] = []): number | false {
  return states.includes('running') ? 2000 : false
}

/** States by the ids of their tasks, as a reader knows them. */
export type Known = Readonly<Record<string, TaskState>>

/**
 * Returns those of some tasks that are news to a reader, and what the reader knows from then on. News is what
 * came to an end or waits for a word; not what the reader cancelled, nor, in a window's first answer, what
 * the reader has never seen run.
 */
export function newsOf<T extends { id: string; state: TaskState }>(
  known: Known,
  tasks: readonly T[],
  isFirst: boolean,
): { news: T[]; known: Known } {
  const news = tasks.filter(({ id, state }) => {
    const isOld = known[id] === state || (isFirst && known[id] === undefined)
    return !isOld && state !== 'running' && state !== 'cancelled'
  })
  return { news, known: Object.fromEntries(tasks.map(({ id, state }) => [id, state])) }
}

/** A file's name for a sentence: of a long one the beginning and the end, where versions differ. */
export function briefName(name: string): string {
  const letters = [...name]
  return letters.length > 32 ? `${letters.slice(0, 16).join('')}…${letters.slice(-15).join('')}` : name
}
