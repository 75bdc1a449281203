import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { type CallRefused, download, questionOf, useAction } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Permissions } from '../../../web/shell/view/may.ts'
import { useBilingual } from '../../../web/words.ts'
import { pollEvery, type TaskState } from '../../task/rules.ts'
import type { Task, TaskList } from '../../task/web/task.ts'
import { exportMenus, type ListExport, listExportCalls } from '../contract.ts'
import { useExportWords } from './words.ts'

/** The state of an export as a task. */
function taskStateOf({ status }: ListExport): TaskState {
  if (status === 'making') return 'running'
  if (status === 'ready') return 'done'
  return status === 'cancelled' ? 'cancelled' : 'failed'
}

/** One's own exports of the last week as tasks, each with its file. */
export function useExportTasks(): TaskList {
  const say = useExportWords()
  const pick = useBilingual()
  const held = use(Permissions)
  const isOffered = exportMenus.some((menu) => held.has(menu))
  const query = useQuery<ListExport[], CallRefused>(
    questionOf(
      listExportCalls.findList,
      {},
      { enabled: isOffered, refetchInterval: (list) => pollEvery(list?.map(taskStateOf)) },
    ),
  )
  const cancel = useAction(listExportCalls.cancel)

  function textOf({ status, problem, done, rows, expiresAt }: ListExport): string {
    if (status === 'making') return rows === null ? say('counting') : say('making', { done, rows })
    if (status === 'ready') return say('ready', { rows: rows!, until: dateTime(expiresAt!) })
    if (status === 'failed') return pick(problem!.zh, problem!.en)
    return say(status)
  }
  function taskOf(made: ListExport): Task {
    const { exportId, title, fileName, status, done, rows, createdAt } = made
    return {
      id: exportId,
      kind: say('kind', { list: pick(title.zh, title.en) }),
      name: fileName,
      at: createdAt,
      state: taskStateOf(made),
      text: textOf(made),
      share: status === 'making' && rows ? done / rows : null,
      ...(status === 'making' ? { cancel: () => cancel.mutate({ exportId }) } : {}),
      ...(status === 'ready'
        ? {
            file: {
              label: say('file'),
              save: () => void download(listExportCalls.download, { exportId }).catch(() => {}),
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
    news: 'export.failed',
  }
}
