import { useBatchTasks } from '../features/batch/web/batchTasks.ts'
import { useExportTasks } from '../features/export/web/exportTasks.ts'
import { useImportTasks } from '../features/import/web/importTasks.ts'
import { TaskCentre } from '../features/task/web/TaskCentre.tsx'

/** The task centre with all long work there is; a further sort of work is one more list. */
export function Tasks() {
  return <TaskCentre lists={[useImportTasks(), useExportTasks(), useBatchTasks()]} />
}
