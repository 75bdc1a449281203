import { lifecycle } from '../../contract/lifecycle.ts'

/** Days for which the file of an export can be downloaded. */
export const fileDays = 7

/** Exports of one person that are made at the same time. */
export const mostAtOnce = 3

/**
 * Exports with numbers in full that one person may ask for within a day. They have a limit of their own: counted with
 * the numbers that are revealed one by one, the first would exceed it, and left out it would be a way around it. So few
 * are enough for a report to an authority, and make somebody who takes the numbers away come back for days, each time
 * with a reason on record.
 */
export const fullExportsADay = 5

/** States of an export that a job makes. */
export const listExportLifecycle = lifecycle({
  states: {
    making: [
      '生成中',
      'Being made',
      { finish: 'ready', fail: 'failed', cancel: 'cancelled', lapse: 'lapsed' },
    ],
    ready: ['可下载', 'Ready', { lapse: 'lapsed' }],
    failed: ['未完成', 'Not completed'],
    cancelled: ['已取消', 'Cancelled'],
    lapsed: ['已过期', 'Expired'],
  },
  events: {
    finish: ['完成', 'finish'],
    fail: ['记为失败', 'fail'],
    cancel: ['取消', 'cancel'],
    lapse: ['过期', 'expire'],
  },
})
