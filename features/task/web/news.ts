import { type Known, newsOf } from '../rules.ts'
import { isSeen, type Task } from './task.ts'

function knownTo(key: string): Known {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Known
  } catch {
    return {}
  }
}

/**
 * Takes what a reader does not know yet of the tasks of a list; nothing is given twice in a browser, and nothing that the
 * reader looks at. `isFirst` for a window's first answer of it.
 */
export function takeNews(readerAndList: string, tasks: readonly Task[], isFirst: boolean): Task[] {
  // Stored in the browser, and read again: another window may have announced it meanwhile.
  const key = `tasks ${readerAndList}`
  const { news, known } = newsOf(knownTo(key), tasks, isFirst)
  localStorage.setItem(key, JSON.stringify(known))
  return news.filter(({ id }) => !isSeen(id))
}
