import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useRef } from 'react'
import { type CallRefused, download, questionOf, useAction } from '../../../web/client.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import { Permissions } from '../../../web/shell/view/may.ts'
import { useBilingual } from '../../../web/words.ts'
import { pollEvery, type TaskState } from '../../task/rules.ts'
import type { Task, TaskList } from '../../task/web/task.ts'
import { type Batch, batchCalls, batchMenus } from '../contract.ts'
import { useBatchWords } from './words.ts'

/** Reads everything that is shown again once a batch that ran is over: its rows are in lists, and in counts above them. */
function useFreshLists(batches: readonly Batch[] | undefined): void {
  const cache = useQueryClient()
  const seen = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!batches) return
    const over = batches.filter(({ status }) => status !== 'running').map(({ batchId }) => batchId)
    const before = seen.current
    seen.current = new Set(over)
    if (before && over.some((id) => !before.has(id))) void refetchAll(cache)
  }, [batches, cache])
}

/** The state of a batch as a task: what was refused is not done, whatever the batch itself says. */
function stateOf({ status, succeeded, proposed, refused }: Batch): TaskState {
  if (status !== 'done' || refused === 0) return status
  return succeeded + proposed === 0 ? 'failed' : 'partly'
}

/** One's own batches of the last week as tasks, each with the rows it refused. */
export function useBatchTasks(): TaskList {
  const say = useBatchWords()
  const pick = useBilingual()
  const held = use(Permissions)
  const isOffered = batchMenus.some((menu) => held.has(menu))
  const query = useQuery<Batch[], CallRefused>(
    questionOf(
      batchCalls.findList,
      {},
      { enabled: isOffered, refetchInterval: (list) => pollEvery(list?.map(({ status }) => status)) },
    ),
  )
  useFreshLists(query.data)
  const cancel = useAction(batchCalls.cancel)

  function textOf({ status, problem, total, succeeded, proposed, refused }: Batch): string {
    const done = succeeded + proposed + refused
    if (status === 'running') return total === null ? say('counting') : say('running', { done, total })
    const counts = [
      say('succeeded', { count: succeeded }),
      proposed > 0 && say('proposed', { count: proposed }),
      refused > 0 && say('refused', { count: refused }),
      total !== null && total > done && say('left', { count: total - done }),
    ].filter((count) => count !== false)
    const text = counts.join(say('comma'))
    return problem ? `${pick(problem.zh, problem.en)} (${text})` : text
  }
  function taskOf(batch: Batch): Task {
    const { batchId, title, status, total, succeeded, proposed, refused, createdAt } = batch
    return {
      id: batchId,
      kind: say('kind'),
      name: pick(title.zh, title.en),
      at: createdAt,
      state: stateOf(batch),
      text: textOf(batch),
      share: status === 'running' && total ? (succeeded + proposed + refused) / total : null,
      ...(status === 'running' ? { cancel: () => cancel.mutate({ batchId }) } : {}),
      ...(refused > 0
        ? {
            file: {
              label: say('refusedFile', { count: refused }),
              save: () => void download(batchCalls.exportRefused, { batchId }).catch(() => {}),
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
    news: 'batch.failed',
  }
}
