import { lifecycle } from '../../contract/lifecycle.ts'

/** Days in which signing in cancels the closing of an account. */
export const coolOffDays = 7

/** Hours for which a copy of one's data can be fetched. */
export const fetchHours = 24

/**
 * Years for which the identity of who paid, or holds hours or a certificate, is kept sealed after an account was closed:
 * accounting vouchers are kept for 30 years (会计档案管理办法, 2016, schedule 1), which exceeds the three years of the
 * E-commerce Law, article 31; the Personal Information Protection Law, article 47, excepts what a law makes one keep.
 */
export const keptYears = 30

/** States of a copy of one's data and their transitions. */
export const exportLifecycle = lifecycle({
  states: {
    making: ['生成中', 'Being made', { finish: 'ready', fail: 'failed', lapse: 'lapsed' }],
    ready: ['可下载', 'Ready', { fetch: 'fetched', lapse: 'lapsed' }],
    fetched: ['已下载', 'Downloaded'],
    lapsed: ['已过期', 'Expired'],
    failed: ['生成失败', 'Failed'],
  },
  events: {
    finish: ['生成', 'finish'],
    fail: ['记为失败', 'fail'],
    fetch: ['下载', 'download'],
    lapse: ['过期', 'expire'],
  },
})
export type ExportStatus = (typeof exportLifecycle.states)[number]

/** States of a request to close an account and their transitions. */
export const closingLifecycle = lifecycle({
  states: {
    waiting: ['等待注销', 'Waiting', { cancel: 'cancelled', close: 'closed' }],
    cancelled: ['已撤销', 'Cancelled'],
    closed: ['已注销', 'Closed'],
  },
  events: {
    cancel: ['撤销', 'cancel'],
    close: ['注销', 'close'],
  },
})

/** Matters that have to be settled before an account can be closed. */
export const hindrances = ['staff', 'order', 'refund', 'exam'] as const
export type Hindrance = (typeof hindrances)[number]

/** Name shown for a closed account, with the masked name of its owner. */
export const closedName = (masked: string): string => `${masked}（已注销）`
