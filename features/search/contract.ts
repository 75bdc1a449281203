import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Nullable, OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const searchRefusals = refusals({
  tooManyNumbers: {
    code: 429,
    zh: '按手机号或证件号查找的次数太多，请 {minutes} 分钟后再试，或按姓名查找',
    en: 'Too many searches by mobile or ID number; try again in {minutes} {minutes|minute|minutes}, or search by name',
  },
})

const foundKinds = ['person', 'order', 'certificate', 'class', 'unit'] as const
export type FoundKind = (typeof foundKinds)[number]

/** Something that was found. */
export const Found = Type.Object({
  kind: OneOf(foundKinds),
  id: Id,
  /** Name of what was found. */
  title: Type.String(),
  /** Line that distinguishes it from others of its name; personal numbers are masked. */
  line: Type.String(),
  /** The number or code it is known by, to be copied; a person's is the account name. */
  number: Nullable(Type.String()),
  /** The learner it belongs to; null for a class or unit. */
  accountId: Nullable(Id),
  /** The code its verification page is found by; certificates alone have one. */
  verifyCode: Nullable(Type.String()),
})
export type Found = Static<typeof Found>

export const searchCalls = {
  find: call('/base/search/find.action', {
    allow: 'signed-in',
    perMinute: 240,
    input: Type.Object({
      /** A name or part of one, the beginning of an account or order number, or a complete mobile, ID or certificate number or code. */
      keyword: Keyword(60, 1),
    }),
    output: Type.Array(Found),
    summary: 'People, orders, certificates, classes and units in scope that a word or a number means',
  }),
}
