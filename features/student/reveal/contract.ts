import { type Static, Type } from 'typebox'
import { call, Id, OneOf, FreeText } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

/** Numbers of a learner that are shown masked and may be seen in full for a reason. */
export const revealed = ['card', 'mobile'] as const
export const Revealed = OneOf(revealed)
export type Revealed = Static<typeof Revealed>

export const revealRefusals = refusals({
  tooMany: {
    code: 429,
    zh: '今天查看完整号码已达 {count} 次上限，请明天再试，或请其他有权限的同事查看',
    en: 'You have reached today’s limit of {count} full {count|number|numbers}; try again tomorrow, or ask a colleague with permission',
  },
  absent: { code: 404, zh: '这位学员没有登记这项信息', en: 'This learner has no such number on record' },
})

export const revealCalls = {
  reveal: call('/student-manage/reveal-number.action', {
    allow: '/student-manage/student#reveal',
    perMinute: 60,
    input: Type.Object({
      accountId: Id,
      what: Revealed,
      /** Recorded in the operation log with viewer and subject. */
      reason: FreeText(200, 4),
    }),
    output: Type.Object({ number: Type.String() }),
    summary: 'One learner’s ID or mobile number in full, for a reason that is kept; so many a day',
  }),
}
