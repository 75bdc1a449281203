import type { Feature, WorkKind } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { importCalls } from './contract.ts'
import { type ImportKind, importKinds, sheetPurpose, visibilityOf } from './server/actions.ts'
import { importHandlers } from './server/calls.ts'
import { waitingImports } from './server/data.ts'
import { eraseImportRows } from './server/erase.ts'
import { importJobs } from './server/jobs.ts'
import { importLifecycle } from './rules.ts'

/** Imports of each kind that wait for staff. */
const importWork = (kinds: readonly ImportKind[]) =>
  kinds.flatMap(({ key, title, page }): WorkKind[] => {
    const shared = { settledBy: [importCalls.apply], address: page, opens: 'import' }
    return [
      {
        ...shared,
        code: `import.${key}`,
        words: [`待确认的导入：${title.zh}`, `Imports to confirm: ${title.en.toLowerCase()}`],
        waiting: ({ db, session }) =>
          waitingImports(db, visibilityOf(kinds, session), session, key, 'toConfirm'),
      },
      {
        ...shared,
        code: `import.${key}.failed`,
        words: [`失败的导入：${title.zh}`, `Imports that failed: ${title.en.toLowerCase()}`],
        waiting: ({ db, session }) =>
          waitingImports(db, visibilityOf(kinds, session), session, key, 'failed'),
      },
    ]
  })

/** Imports from a sheet, checked row by row before they are applied. */
export const importFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    import_rows: { shared: 'of an import' },
    imports: { hidden: 'names who of the staff sent a sheet', after: 'who of the staff sent it' },
  },
  erase: eraseImportRows,
  purposes: [sheetPurpose],
  get handlers() {
    return [importHandlers(importKinds(all))]
  },
  get jobs() {
    return importJobs(importKinds(all))
  },
  get work() {
    return importWork(importKinds(all))
  },
  audit: {
    actions: {
      'import.apply': ['导入表格', 'Imported a sheet'],
      'import.leaveOutHidden': [
        '调整表里隐藏内容的导入',
        'Changed whether hidden parts of a sheet are imported',
      ],
      'import.cancel': ['取消导入', 'Cancelled an import'],
      'import.lapse': ['导入过期', 'Import expired'],
      'import.reveal': ['查看导入的完整数据', 'Viewed an import’s values in full'],
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
