import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { type CallRefused, download, questionOf, useAction } from '../../../web/client.ts'
import { Permissions } from '../../../web/shell/view/may.ts'
import { addressOf } from '../../../web/shell/view/tabs.ts'
import { useBilingual } from '../../../web/words.ts'
import { pollEvery, type TaskState } from '../../task/rules.ts'
import type { Task, TaskList } from '../../task/web/task.ts'
import { importCalls, importMenus, type ImportProgress, type ListedImport } from '../contract.ts'
import { useImportTaskWords } from './taskWords.ts'

/** The state of an import as a task. A checked one with nothing to apply needs no confirmation. */
export function taskStateOf(progress: ImportProgress): TaskState {
  const { status, stopped, fresh, changed, bad, added, updated, unchanged, rejected } = progress
  if (stopped) return 'failed'
  if (status === 'checking' || status === 'applying') return 'running'
  if (status === 'checked') return fresh + changed > 0 ? 'waiting' : bad > 0 ? 'failed' : 'done'
  if (status !== 'applied') return status
  if (rejected === 0) return 'done'
  return added + updated + unchanged > 0 ? 'partly' : 'failed'
}

/** The address that opens an import on the page of its wizard, as that page was left. */
export function importAddress(page: string, importId: string): string {
  const address = new URL(addressOf(page), location.origin)
  address.searchParams.set('import', importId)
  return address.pathname + address.search
}

/** Query of one's own imports: enabled for anyone who may import, and repeated while one of them runs. */
export const importQuestion = (isOffered: boolean) =>
  questionOf(
    importCalls.findList,
    {},
    { enabled: isOffered, refetchInterval: (list) => pollEvery(list?.map(taskStateOf)) },
  )

/** One's own imports of the last week as tasks. */
export function useImportTasks(): TaskList {
  const say = useImportTaskWords()
  const either = useBilingual()
  const held = use(Permissions)
  const isOffered = importMenus.some((menu) => held.has(menu))
  const query = useQuery<ListedImport[], CallRefused>(importQuestion(isOffered))
  const cancel = useAction(importCalls.cancel)

  /** A sentence and the counts that are not 0. */
  const counted = (head: string, counts: [Parameters<typeof say>[0], number][]) =>
    [head, ...counts.filter(([, count]) => count > 0).map(([word, count]) => say(word, { count }))].join(
      say('comma'),
    )

  function textOf(progress: ImportProgress): string {
    const { status, stopped, problem, rows, done, fresh, changed, same, bad, leftOut } = progress
    const { added, updated, unchanged, rejected } = progress
    if (stopped) return say('stopped', { done, rows })
    if (status === 'checking') return say('checking', { rows })
    if (status === 'applying') return say('applying', { done, rows })
    if (status === 'failed') return either(problem!.zh, problem!.en)
    if (status === 'checked')
      return fresh + changed > 0
        ? counted(say('checked'), [
            ['good', fresh + changed + same],
            ['bad', bad],
            ['leftOut', leftOut],
          ])
        : counted(say('nothing'), [
            ['there', same],
            ['bad', bad],
            ['leftOut', leftOut],
          ])
    if (status === 'cancelled') return counted(say('cancelled'), [['kept', added + updated]])
    return counted(say('applied'), [
      ['added', added],
      ['updated', updated],
      ['unchanged', unchanged],
      ['rejected', rejected],
      ['leftOut', leftOut],
    ])
  }

  function taskOf(progress: ListedImport): Task {
    const { importId, title, page, fileName, status, stopped, rows, done, createdAt } = progress
    const state = taskStateOf(progress)
    const ways = { running: 'toProgress', waiting: 'toConfirm', failed: 'toReason' } as const
    const label = stopped ? 'toGoOn' : (ways[state as keyof typeof ways] ?? 'toResult')
    const refused = status === 'checked' ? progress.bad : progress.rejected
    return {
      id: importId,
      kind: say('kind', { name: either(title.zh, title.en[0]!.toLowerCase() + title.en.slice(1)) }),
      name: fileName,
      at: createdAt,
      state,
      text: textOf(progress),
      share: status === 'applying' && rows > 0 ? done / rows : null,
      way: { label: say(label), to: importAddress(page, importId) },
      ...(state === 'running' || state === 'waiting' || stopped
        ? { cancel: () => cancel.mutate({ importId }) }
        : {}),
      ...(refused > 0 && state !== 'running'
        ? {
            file: {
              label: say('errorFile', { count: refused }),
              save: () => void download(importCalls.exportError, { importId }).catch(() => {}),
            },
          }
        : {}),
    }
  }

  return {
    isOffered,
    tasks: query.data?.map(taskOf),
    error: query.error,
    retry: () => void query.refetch(),
  }
}
