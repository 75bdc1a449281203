import { lifecycle } from '../../contract/lifecycle.ts'

/** An exam: drafted, open to its class, withdrawn. */
export const examLifecycle = lifecycle({
  states: {
    draft: ['草稿', 'Draft', { publish: 'active', delete: 'deleted' }],
    active: ['已发布', 'Published', { withdraw: 'withdrawn' }],
    withdrawn: ['已撤回', 'Withdrawn', { publish: 'active', delete: 'deleted' }],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    publish: ['发布', 'publish'],
    withdraw: ['撤回', 'withdraw'],
    delete: ['删除', 'delete'],
  },
})
