import type { Feature } from '../../server/feature.ts'
import { exceptionLogCalls } from './contract.ts'
import { errorStatusWords } from './rules.ts'
import { exceptionLogHandlers } from './server/calls.ts'
import { openErrors } from './server/data.ts'
import { exceptionLogExportList } from './server/exports.ts'
import { sweepErrors } from './server/jobs.ts'

/** Errors of the server and of browsers, no refusals, by their causes, for those who look after them. */
export const exceptionLogFeature: Feature = {
  group: 'platform',
  tables: {
    exception_logs: {},
  },
  handlers: [exceptionLogHandlers],
  exports: exceptionLogExportList,
  jobs: [sweepErrors],
  work: [
    {
      code: 'error.open',
      words: ['未解决的异常', 'Open errors'],
      settledBy: [exceptionLogCalls.resolve],
      address: '/exception-manage/list?status=open,returned',
      waiting: ({ db, session }) => openErrors(db, session),
    },
  ],
  audit: {
    actions: { 'error.resolve': ['标记异常已解决', 'Marked an error as resolved'] },
    fields: {
      error: {
        status: { zh: '状态', en: 'Status', values: errorStatusWords },
        place: { zh: '出错的地方', en: 'Place of the error' },
      },
    },
    subjects: {
      error: {
        words: ['异常', 'Error'],
        name: (db, id) => db`select message from exception_logs where id = ${id}`,
      },
    },
  },
}
