import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { supportCaseCalls } from './contract.ts'
import { exceptionLifecycle } from './rules.ts'
import { supportCaseHandlers } from './server/calls.ts'
import { waitingExceptions, waitingUnitIssues } from './server/data.ts'
import { eraseExceptions } from './server/erase.ts'
import { supportCaseExportList } from './server/exports.ts'

const status = statusField(exceptionLifecycle)

/** Issues learners report, and learners in the wrong unit. */
export const supportCaseFeature: Feature = {
  group: 'noun',
  tables: {
    exception_registers: { copy: 'Issues', after: 'that there was one and when; what it said is gone' },
  },
  erase: eraseExceptions,
  handlers: [supportCaseHandlers],
  work: [
    {
      code: 'exception.settle',
      words: ['待处理的异常登记', 'Open issues'],
      settledBy: [supportCaseCalls.settle],
      address: '/customer/exception-register?part=registered&waiting=yes',
      waiting: ({ db, session }) => waitingExceptions(db, session.scope),
    },
    {
      code: 'unit.none',
      words: ['没有单位的学员', 'Learners without a unit'],
      settledBy: [supportCaseCalls.saveAccountUnitId],
      address: '/customer/exception-register?part=doubts&issue=none',
      waiting: ({ db, session }) => waitingUnitIssues(db, session.scope, 'none'),
    },
    {
      code: 'unit.closed',
      words: ['所属单位已停用的学员', 'Learners in a disabled unit'],
      settledBy: [supportCaseCalls.saveAccountUnitId],
      address: '/customer/exception-register?part=doubts&issue=closed',
      waiting: ({ db, session }) => waitingUnitIssues(db, session.scope, 'closed'),
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
