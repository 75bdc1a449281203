import { type Static, Type } from 'typebox'
import { call, Id, Nullable, OneOf, Text, FreeText } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { approvalStatuses, approvalSteps } from './rules.ts'

export const approvalRefusals = refusals({
  openAlready: {
    code: 409,
    zh: '同样的操作已在等待审批，请先处理或撤回它',
    en: 'The same action is already waiting for approval; handle or withdraw that request first',
  },
  settledAlready: {
    code: 409,
    zh: '这条申请刚刚已被处理，请刷新后查看',
    en: 'This request has just been handled; refresh to see the result',
  },
  secondNeeded: {
    code: 403,
    zh: '须由另一位同事审批，提出人不能审批自己的申请',
    en: 'A colleague must approve it; you cannot approve your own request',
  },
  ownRecord: {
    code: 409,
    zh: '这是您本人的学习记录，请由其他同事处理',
    en: 'This is your own record; a colleague has to handle it',
  },
  notYours: { code: 403, zh: '只有提出人可以撤回', en: 'Only the proposer can withdraw it' },
  tooLate: {
    code: 409,
    zh: '已超过 24 小时，不能撤销',
    en: 'More than 24 hours have passed; it cannot be undone',
  },
  reasonNeeded: {
    code: 422,
    zh: '涉及 {count} 人，需另一位同事审批，请写明原因',
    en: '{count} {count|person is|people are} affected, so a colleague must approve it; state the reason',
  },
  changedSince: {
    code: 409,
    zh: '提出之后，情况已经变了，与申请时不同；请驳回或撤回，再重新提出',
    en: 'The situation has changed since it was proposed; reject or withdraw it, then propose it again',
  },
  moreConcerned: {
    code: 409,
    zh: '申请时涉及 {before} 人，现在已有 {now} 人；请驳回或撤回，再重新提出',
    en: 'It affected {before} {before|person|people} when proposed and affects {now} now; reject or withdraw it, then propose it again',
  },
  changedAfter: {
    code: 409,
    zh: '“{name}”在执行之后又被改过，不能整批撤销；请逐条更正',
    en: '“{name}” was changed again after it was applied, so the batch cannot be undone; correct the learners one by one',
  },
  certificatePrinted: {
    code: 409,
    zh: '“{name}”据此颁发的证书 {number} 已打印，不能整批撤销；请逐条更正',
    en: 'Certificate {number} issued to “{name}” has been printed, so the batch cannot be undone; correct the learners one by one',
  },
})

/** A sentence in both languages. */
export const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })
export type Bilingual = Static<typeof Bilingual>

/** The answer in place of an effect when a second person has to approve it: the proposal it has created. */
export const Proposed = Type.Object({ approvalId: Id })

const Someone = Type.Object({ name: Type.String(), at: Type.String() })

/** People an applied proposal left out, each with the reason. */
export const LeftOut = Type.Array(Type.Object({ name: Type.String(), ...Bilingual.properties }))
export type LeftOut = Static<typeof LeftOut>

export const Approval = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  /** The class, exam or order it is about. */
  subjectId: Type.String(),
  /** The proposed action, as one sentence. */
  summary: Bilingual,
  /** The first people it concerns, and how many it concerns. */
  names: Type.Array(Type.String()),
  count: Type.Integer(),
  leftOut: LeftOut,
  reason: Type.String(),
  status: OneOf(approvalStatuses),
  second: Type.Boolean(),
  proposed: Someone,
  decided: Nullable(Someone),
  /** The reason for rejecting it, or the code of why it ended with what it was about. */
  decision: Nullable(Type.String()),
  applied: Nullable(Someone),
  undone: Nullable(Someone),
  undoReason: Nullable(Type.String()),
  /** Until when it can be undone; null for what cannot be. */
  undoUntil: Nullable(Type.String()),
  /** Actions open to the caller now. */
  steps: Type.Array(OneOf(approvalSteps)),
})
export type Approval = Static<typeof Approval>

const page = '/customer/exception-register'
const approve = `${page}#approve` as const
/** Proposers follow and withdraw what they proposed; what else they see is said by the kinds. */
const menus = [
  page,
  '/order-manage/list#free',
  '/order-manage/list#receipt',
  '/invoice-manage/refund-list#do',
  '/train-manage/study-report#pass',
  '/resource-manage/add-question',
  '/train-manage/class',
  '/unit-manage/list#terms',
  '/project-manage/merchant#save',
  '/project-manage/merchant#disable',
  '/project-manage/setting',
  '/cms-manage/score-manage#edit',
] as const
const Done = Type.Object({ status: OneOf(approvalStatuses), leftOut: LeftOut })

export const approvalCalls = {
  findPageList: call('/base/approval/find-page-list.action', {
    allow: menus,
    input: Paging(
      {
        status: Type.Optional(OneOf(approvalStatuses)),
        kind: Type.Optional(Text(40)),
        subjectId: Type.Optional(Id),
        id: Type.Optional(Id),
        /** One's own, or those of others. */
        own: Type.Optional(Type.Boolean()),
        /** Proposed within so many days. */
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
        after: Type.Optional(Id),
      },
      { sort: ['status'] },
    ),
    output: PageOf(Approval),
    summary: 'Actions that wait for a second person or did, the newest first',
  }),
  approve: call('/base/approval/approve.action', {
    allow: approve,
    input: Type.Object({ id: Id }),
    output: Done,
    summary: 'Approves what another proposed and applies it to the current state; returns who was left out',
  }),
  reject: call('/base/approval/reject.action', {
    allow: approve,
    input: Type.Object({ id: Id, reason: FreeText(200, 2) }),
    output: Done,
    summary: 'Rejects a proposal, for a reason its proposer reads',
  }),
  withdraw: call('/base/approval/withdraw.action', {
    allow: menus,
    input: Type.Object({ id: Id }),
    output: Done,
    summary: 'Withdraws one’s own proposal',
  }),
  undo: call('/base/approval/undo.action', {
    allow: approve,
    input: Type.Object({ id: Id, reason: FreeText(200, 4) }),
    output: Done,
    summary:
      'Undoes within 24 hours what was approved, where its kind can be undone and nothing depends on it',
  }),
}

export const approvalExports = {
  exportApprovalList: exportOf(approvalCalls.findPageList, '/base/approval/export-list.action', {
    title: { zh: '操作审批', en: 'Approvals' },
  }),
}
