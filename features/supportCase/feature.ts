import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { exceptionLifecycle } from './rules.ts'
import { supportCaseHandlers } from './server/calls.ts'

const status = statusField(exceptionLifecycle)

/** Issues learners report, and learners in the wrong unit. */
export const supportCaseFeature: Feature = {
  handlers: [supportCaseHandlers],
  audit: {
    fields: { 'exception.reopen': { status }, 'exception.settle': { status } },
    actions: {
      'exception.reopen': ['重新打开异常', 'Reopened an issue'],
      'exception.register': ['登记异常', 'Reported an issue'],
      'exception.settle': ['处理异常', 'Resolved an issue'],
    },
  },
}
