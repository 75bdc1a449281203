import type { Feature } from '../../server/feature.ts'
import { cancelClosing, eraseCopies } from './server/actions.ts'
import { personalDataHandlers } from './server/calls.ts'
import { personalDataJobs } from './server/jobs.ts'
import { closingCancelled, closingRequested, copyMade } from './server/messages.ts'

/** Exporting one’s own data, and closing an account. */
export const personalDataFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    account_closings: {
      copy: 'Closing of the account',
      after: 'the request, and sealed who must stay known',
    },
    data_exports: { copy: 'Copies of the data', after: 'that a copy was made; its content is gone' },
  },
  erase: eraseCopies,
  messages: [closingCancelled, closingRequested, copyMade],
  handlers: [personalDataHandlers],
  jobs: personalDataJobs(all),
  on: { signIn: cancelClosing },
  audit: {
    actions: {
      'account.requestCopy': ['申请下载个人数据', 'Requested a copy of their data'],
      'account.takeCopy': ['下载了个人数据', 'Downloaded their data'],
      'account.requestClosing': ['申请注销账号', 'Requested account closure'],
      'account.cancelClosing': ['登录后撤销了注销', 'Cancelled account closure by signing in'],
      'account.close': ['注销账号', 'Closed the account'],
    },
  },
})
