import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { waitingIn } from '../../server/waiting.ts'
import { supportCaseCalls } from './contract.ts'
import { exceptionLifecycle } from './rules.ts'
import { supportCaseHandlers } from './server/calls.ts'
import { pageExceptions } from './server/data.ts'
import { supportCaseExportList } from './server/exports.ts'

const status = statusField(exceptionLifecycle)

/** Issues learners report, and learners in the wrong unit. */
export const supportCaseFeature: Feature = {
  handlers: [supportCaseHandlers],
  work: [
    {
      code: 'exception.settle',
      words: ['待处理的异常登记', 'Open issues'],
      settledBy: [supportCaseCalls.settle],
      address: '/customer/exception-register?part=registered&status=open',
      waiting: ({ db, secrets, session }) =>
        waitingIn(
          (window) => pageExceptions(db, secrets, session.scope, { ...window, status: 'open' }),
          ({ createdAt }) => createdAt,
        ),
    },
  ],
  exports: supportCaseExportList,
  audit: {
    fields: { 'exception.reopen': { status }, 'exception.settle': { status } },
    actions: {
      'exception.note': ['补充异常记录', 'Added a note to an issue'],
      'exception.reopen': ['重新打开异常', 'Reopened an issue'],
      'exception.register': ['登记异常', 'Reported an issue'],
      'exception.settle': ['处理异常', 'Resolved an issue'],
    },
  },
}
