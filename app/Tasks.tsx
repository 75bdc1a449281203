import { useBatchTasks } from '../features/batch/web/batchTasks.ts'
import { useExportTasks } from '../features/export/web/exportTasks.ts'
import { useImportTasks } from '../features/import/web/importTasks.ts'
import { TaskCentre } from '../features/task/web/TaskCentre.tsx'
import { useBilingual } from '../web/words.ts'
import { importNames } from './importNames.ts'

/** The task centre with all long work there is; a further sort of work is one more list. */
export function Tasks() {
  const pick = useBilingual()
  const imports = useImportTasks(
    Object.fromEntries(
      Object.entries(importNames).map(([kind, { zh, en, page }]) => [kind, { name: pick(zh, en), page }]),
    ),
  )
  const exports = useExportTasks()
  const batches = useBatchTasks()
  return <TaskCentre lists={[imports, exports, batches]} />
}
