import { lifecycle } from '../../contract/lifecycle.ts'

/** A notice of the project, or an announcement of a class; what is published is not rewritten. */
export const noticeLifecycle = lifecycle({
  states: {
    draft: ['草稿', 'Draft', { publish: 'published', delete: 'deleted' }],
    published: ['已发布', 'Published', { withdraw: 'withdrawn', delete: 'deleted' }],
    withdrawn: ['已撤回', 'Withdrawn', { publish: 'published', delete: 'deleted' }],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    publish: ['发布', 'publish'],
    withdraw: ['撤回', 'withdraw'],
    delete: ['删除', 'delete'],
  },
})

/** Names of where a published notice is in its period. */
export const phaseNames = {
  scheduled: { zh: '未到时间', en: 'Scheduled' },
  shown: { zh: '显示中', en: 'Shown' },
  ended: { zh: '已结束', en: 'Ended' },
} as const

/** Announcements a class may have; withdrawn ones count as well. */
export const mostAnnouncements = 100

/** Address at which a notice or an announcement is read. */
export const noticePath = (id: string) => `/trainIndex?notice=${id}`
