import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { listExportCalls } from './contract.ts'
import { exportHandlers } from './server/calls.ts'
import { waitingExports } from './server/data.ts'
import { eraseExports } from './server/erase.ts'
import { exportJobs } from './server/jobs.ts'
import { exportKinds } from './server/reading.ts'
import { listExportLifecycle } from './rules.ts'

/** Lists as sheets, by the current filter: at once, or made by a job and sealed. */
export const exportFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    list_exports: {
      shared: 'of the one who asked for it',
      hidden: 'names who of the staff exported a list',
      after: 'who of the staff exported it; the file and its filters are gone',
    },
  },
  erase: eraseExports,
  get handlers() {
    return [exportHandlers(exportKinds(all))]
  },
  get jobs() {
    return exportJobs(exportKinds(all))
  },
  work: [
    {
      code: 'export.failed',
      words: ['失败的导出', 'Exports that failed'],
      seenIn: listExportCalls.findList,
      address: '/home/index?tasks=open',
      waiting: ({ db, session }) => waitingExports(db, session),
    },
  ],
  audit: {
    actions: {
      'export.cancel': ['取消导出', 'Cancelled an export'],
      'export.create': ['提交导出', 'Requested an export'],
      'export.fail': ['导出未完成', 'An export was not completed'],
      'export.fetch': ['下载导出的文件', 'Downloaded an exported file'],
      'export.finish': ['生成导出文件', 'Made the file of an export'],
      'export.stream': ['导出列表', 'Exported a list'],
    },
    fields: {
      export: {
        status: statusField(listExportLifecycle),
        list: { zh: '列表', en: 'List' },
        filter: { zh: '筛选条件', en: 'Filters' },
        columns: { zh: '列', en: 'Columns' },
        rows: { zh: '行数', en: 'Rows' },
        unmasked: {
          zh: '完整号码',
          en: 'Full numbers',
          values: { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } },
        },
      },
    },
    subjects: {
      export: {
        words: ['导出', 'Export'],
        name: (db, id, text) =>
          db`select coalesce((select file_name from list_exports where id = ${id}), ${text})`,
      },
    },
  },
})
