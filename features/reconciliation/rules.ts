import type { Bilingual } from '../../contract/refusal.ts'

/** Hour in China at which the channels have made the bills of the day before. */
export const readyHour = 10

/** The bill of a day can be had for so many days after it. */
export const keptDays = 89

/** Minutes until a bill is asked for again, by how often it was. */
export const askDelays = [1, 10, 30, 60, 180, 360] as const

/** Hours after which a day without a bill is believed to be without payments, although the books have some. */
export const emptyHours = 36

/** Hours after which a bill that could not be read is work for a person. */
export const lateHours = 24

export const itemNames = {
  payment: { zh: '收款', en: 'Payment' },
  refund: { zh: '退款', en: 'Refund' },
} as const satisfies Record<string, Bilingual>

export const differenceNames = {
  unbooked: { zh: '账单有，系统没有', en: 'Only in the bill' },
  unbilled: { zh: '系统有，账单没有', en: 'Only in the books' },
  amount: { zh: '金额不一致', en: 'Different amounts' },
} as const satisfies Record<string, Bilingual>

/** Name of the merchant that the portal has for all its projects. */
export const ownMerchant = { zh: '平台商户', en: 'Portal’s merchant' } as const satisfies Bilingual
