import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import type { ImportKind } from './server/actions.ts'
import { importHandlers } from './server/calls.ts'
import { importJobs } from './server/jobs.ts'
import { importLifecycle } from './rules.ts'

/** Imports from a sheet, checked row by row before they are applied. */
export const importFeature = (kinds: readonly ImportKind[]): Feature => ({
  handlers: [importHandlers(kinds)],
  jobs: importJobs(kinds),
  audit: {
    actions: {
      'import.apply': ['导入表格', 'Imported a sheet'],
      'import.cancel': ['取消导入', 'Cancelled an import'],
      'import.lapse': ['导入过期', 'Import expired'],
      'import.exportError': ['下载导入错误文件', 'Downloaded an import’s rejected rows'],
    },
    fields: {
      import: { status: statusField(importLifecycle) },
    },
    subjects: {
      import: {
        words: ['导入', 'Import'],
        name: (db, id) => db`select file_name from imports where id = ${id}`,
      },
    },
  },
})
