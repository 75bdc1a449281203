import { lifecycle } from '../../contract/lifecycle.ts'

/** Days for which the result of a batch can be read. */
export const resultDays = 7

/** Batches of one person that run at the same time. */
export const mostAtOnce = 3

/** States of a batch that a job handles. */
export const batchLifecycle = lifecycle({
  states: {
    running: ['进行中', 'In progress', { finish: 'done', fail: 'failed', cancel: 'cancelled' }],
    done: ['已完成', 'Done'],
    failed: ['未完成', 'Not completed'],
    cancelled: ['已取消', 'Cancelled'],
  },
  events: {
    finish: ['完成', 'finish'],
    fail: ['记为失败', 'fail'],
    cancel: ['取消', 'cancel'],
  },
})
export const batchStatuses = batchLifecycle.states
