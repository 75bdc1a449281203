import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { noticeLifecycle } from './rules.ts'
import { eraseReads, moveNoticeUnits } from './server/actions.ts'
import { noticeHandlers } from './server/calls.ts'
import { noticeEdits } from './server/edits.ts'
import { tellClasses } from './server/jobs.ts'
import { classAnnounced } from './server/messages.ts'

/** Notices of a project to those they are for, and announcements of a class to its learners. */
export const noticeFeature: Feature = {
  group: 'noun',
  tables: {
    notice_reads: {
      hidden: 'which notices the person has opened, which marks the others as unread',
      after: 'gone',
    },
    notice_units: { of: 'project' },
    notices: { of: 'project' },
  },
  erase: eraseReads,
  move: moveNoticeUnits,
  handlers: [noticeHandlers],
  jobs: [tellClasses],
  messages: [classAnnounced],
  audit: {
    actions: {
      'notice.change': ['修改公告', 'Updated a notice'],
      'notice.create': ['新建公告', 'Wrote a notice'],
      'notice.delete': ['删除公告', 'Deleted a notice'],
      'notice.publish': ['发布公告', 'Published a notice'],
      'notice.withdraw': ['撤回公告', 'Withdrew a notice'],
    },
    fields: { notice: { ...noticeEdits.fields, status: statusField(noticeLifecycle) } },
    subjects: {
      notice: {
        words: ['公告', 'Notice'],
        name: (db, id) => db`select title from notices where id = ${id}`,
      },
    },
  },
}
