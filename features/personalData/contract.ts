import { type Static, Type } from 'typebox'
import { call, Id, Moment, Nothing, Nullable, OneOf, Text } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { exportLifecycle, hindrances } from './rules.ts'

/** Refusals to close an account, each with the way on; by the hindrance. */
export const closingRefusals = refusals({
  staff: {
    code: 409,
    zh: '您的账号还有管理角色，请先联系管理员取消该角色，再注销账号',
    en: 'Your account still has a staff role; ask an administrator to remove it before you close the account',
  },
  order: {
    code: 409,
    zh: '您有待付款的订单，请先在“我的订单”付款或取消，再注销账号',
    en: 'You have an unpaid order; pay or cancel it under “Orders” before you close the account',
  },
  refund: {
    code: 409,
    zh: '您有正在处理的退款，请等退款到账后再注销账号',
    en: 'A refund to you is under way; close the account once it has arrived',
  },
  exam: {
    code: 409,
    zh: '您有正在进行的考试，请先交卷，再注销账号',
    en: 'You have an exam in progress; submit it before you close the account',
  },
})

export const exportRefusals = refusals({
  notReady: {
    code: 409,
    zh: '这份资料还没有生成、已经下载过或已过期，请重新生成',
    en: 'This copy is not ready, was downloaded already, or has expired; have a new one made',
  },
  elsewhere: {
    code: 403,
    zh: '这份资料是在另一次登录中生成的，请先确认是您本人再下载',
    en: 'This copy was made in another sign-in; confirm that it is you before you download it',
  },
})

/** Proves the signed-in person once more: the password, or a code sent to one's own number. */
const Proof = {
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  msgCode: Type.Optional(Type.String({ pattern: '^\\d{6}$', normalized: 'digits' })),
  codeToken: Type.Optional(Text(64)),
}

const State = Type.Object({
  /** The latest copy of one's data. */
  copy: Nullable(
    Type.Object({
      id: Id,
      status: OneOf(exportLifecycle.states),
      expiresAt: Nullable(Moment),
      /** True if this session proved itself for it, and is given it. */
      isHere: Type.Boolean(),
    }),
  ),
  /** Reasons that prevent the closing of the account at this moment. */
  hindrances: Type.Array(OneOf(hindrances)),
  /** True if records stay after it, sealed: orders, hours or certificates. */
  keepsRecords: Type.Boolean(),
})
export type PersonalDataState = Static<typeof State>

export const personalDataCalls = {
  getState: call('/personal-data/get-state.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: State,
    summary: 'One’s latest copy of one’s own data, and what prevents the closing of the account',
  }),
  requestCopy: call('/personal-data/request-copy.action', {
    allow: 'signed-in',
    perMinute: 10,
    input: Type.Object(Proof),
    output: Type.Object({ id: Id }),
    summary: 'Has a copy made of everything on record about oneself; proved by password or code',
  }),
  downloadCopy: call('/personal-data/download-copy.action', {
    allow: 'signed-in',
    reply: 'file',
    perMinute: 10,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'The copy of one’s own data, until its arrival is confirmed or its time is over',
  }),
  confirmCopy: call('/personal-data/confirm-copy.action', {
    allow: 'signed-in',
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Confirms that the copy of one’s own data has arrived, which deletes it on the server',
  }),
  getCancelledClosing: call('/personal-data/get-cancelled-closing.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Object({ cancelledAt: Nullable(Moment) }),
    summary: 'When the sign-in of this session cancelled the closing of the account; null when it did not',
  }),
  closeAccount: call('/personal-data/close-account.action', {
    allow: 'learner',
    perMinute: 10,
    input: Type.Object(Proof),
    output: Type.Object({ dueAt: Moment }),
    summary:
      'Closes one’s account after some days and signs out everywhere; signing in before then cancels it',
  }),
}
