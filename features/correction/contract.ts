import { type Static, Type } from 'typebox'
import {
  call,
  FreeText,
  Id,
  Keyword,
  Name,
  Named,
  Normalized,
  Nullable,
  OneOf,
  PersonName,
  Text,
  Year,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { PictureKey } from '../file/contract.ts'
import { HourAttribute } from '../hours/rules.ts'
import { correctionKinds, correctionStatuses } from './rules.ts'

export const correctionRefusals = refusals({
  openAlready: {
    code: 409,
    zh: '这一项已有一条待处理的更正，请先处理或撤回它',
    en: 'A correction of this item is already pending; handle or withdraw it first',
  },
  changedSince: {
    code: 409,
    zh: '提出之后，这一项的记录已经变了，更正前的内容不再相符；请撤回后重新提出',
    en: 'The record has changed since this was proposed; withdraw it and propose it again',
  },
  noChange: {
    code: 422,
    zh: '更正后与现在相同，没有要改的内容',
    en: 'Nothing to correct: this is already on record',
  },
  secondNeeded: {
    code: 403,
    zh: '学时、成绩、合格状态和证书上的姓名证件，须由另一位同事审批和撤销，提出人不能处理自己的更正',
    en: 'A colleague must approve or undo a correction of hours, scores, passes and names on certificates; you cannot do it with your own',
  },
  notYours: { code: 403, zh: '只有提出人可以撤回', en: 'Only the proposer can withdraw it' },
  tooLate: {
    code: 409,
    zh: '已超过 24 小时，不能撤销；如需改回，请再提出一条更正',
    en: 'More than 24 hours have passed; propose another correction instead',
  },
  bought: {
    code: 409,
    zh: '学员已按这个单位的价格下了订单 {orderNo}，不能直接撤销；请先取消订单或退款',
    en: 'The learner has ordered at this unit’s price since ({orderNo}); cancel or refund that order first',
  },
  certificatePrinted: {
    code: 409,
    zh: '据此颁发的证书 {number} 已打印，不能直接撤销；请收回证书后，再提出一条更正',
    en: 'Certificate {number} issued on this basis has been printed; collect it, then propose another correction',
  },
  satAgain: {
    code: 409,
    zh: '学员之后又参加了这门考试，不能直接撤销；请再提出一条更正',
    en: 'The learner has taken this exam again since; propose another correction instead',
  },
  changedAfter: {
    code: 409,
    zh: '这一项在更正之后又被改过，不能直接撤销；请先看最新的记录，再提出一条更正',
    en: 'This was changed again after the correction; check the current record, then propose another correction',
  },
  settledAlready: {
    code: 409,
    zh: '这条更正刚刚已被处理，请刷新后查看',
    en: 'This correction has just been handled; refresh to see the result',
  },
  unknownType: {
    code: 422,
    zh: '没有这种学时类型，请重新选择',
    en: 'No such hours type; choose again',
  },
  wrongCard: {
    code: 422,
    zh: '身份证号不正确，请核对',
    en: 'This ID card number is not valid; please check it',
  },
  noProfile: {
    code: 409,
    zh: '这位学员还没有登记实名信息，请让学员先完善资料',
    en: 'The learner has no name and ID on record; ask them to complete their profile first',
  },
  notScored: { code: 409, zh: '这次考试还没有出成绩', en: 'This attempt has no score yet' },
  wrongScore: {
    code: 422,
    zh: '成绩应在 0 到 {most} 分之间，且是 0.5 的倍数',
    en: 'The score must be between 0 and {most}, a multiple of 0.5',
  },
  notPassable: {
    code: 409,
    zh: '这条学习记录当前的状态不能这样更正',
    en: 'The enrolment’s current status does not allow this correction',
  },
  proofAbsent: {
    code: 422,
    zh: '没有找到上传的凭证，请重新上传',
    en: 'The uploaded proof was not found; upload it again',
  },
})

/** The requested change, by kind. */
export const Change = Type.Union([
  Type.Object({
    kind: Type.Literal('identity'),
    realName: PersonName,
    /** Left out, the ID stays. */
    cardNumber: Type.Optional(Normalized('code', 18)),
  }),
  Type.Object({ kind: Type.Literal('unit'), unitId: Nullable(Id) }),
  Type.Object({
    kind: Type.Literal('hours'),
    year: Year,
    classType: Text(40),
    attribute: HourAttribute,
    /** Added, or with a minus taken, in tenths. */
    hoursTenths: Type.Integer({ minimum: -10_000, maximum: 10_000 }),
    /** Title of the line in the ledger. */
    title: Name(60, 2),
  }),
  Type.Object({
    kind: Type.Literal('score'),
    attemptId: Id,
    score: Type.Number({ minimum: 0, maximum: 1000 }),
  }),
  Type.Object({ kind: Type.Literal('pass'), enrolmentId: Id, passed: Type.Boolean() }),
])
export type Change = Static<typeof Change>

/** A change with why, and what proves it. */
export const Proposal = Type.Object({
  change: Change,
  reason: FreeText(200, 4),
  /** The key that upload-image gave for a picture of what proves it. */
  proof: Type.Optional(PictureKey),
})
export type Proposal = Static<typeof Proposal>

const Someone = Type.Object({ name: Type.String(), at: Type.String() })

/** Old or new values, by kind; numbers masked. */
const Side = Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])))

/** Effects of applying a correction beside the change itself, past or expected. */
export const CorrectionEffects = Named('CorrectionEffects', {
  certificates: Type.Array(
    Type.Object({
      event: OneOf(['issued', 'reissued', 'revoked']),
      className: Type.String(),
      year: Type.Integer(),
      /** The number of the one there was; null for one that is issued first. */
      number: Nullable(Type.String()),
      /** Times the former certificate was printed. */
      printCount: Type.Integer(),
      /** The one there is now; null while nothing is applied, and for one that was revoked. */
      current: Nullable(Type.Object({ id: Id, number: Type.String() })),
    }),
  ),
  /** Hours of a year and type that change, in tenths. */
  hours: Type.Array(
    Type.Object({
      year: Type.Integer(),
      classType: Type.String(),
      attribute: HourAttribute,
      before: Type.Integer(),
      after: Type.Integer(),
    }),
  ),
})
export type CorrectionEffects = Static<typeof CorrectionEffects>

export const Correction = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  realName: Type.String(),
  unitName: Nullable(Type.String()),
  kind: OneOf(correctionKinds),
  title: Type.String(),
  before: Side,
  after: Side,
  reason: Type.String(),
  proofPath: Nullable(Type.String()),
  status: OneOf(correctionStatuses),
  proposed: Someone,
  decided: Nullable(Someone),
  decision: Nullable(Type.String()),
  applied: Nullable(Someone),
  undone: Nullable(Someone),
  undoReason: Nullable(Type.String()),
  /** Until when it can be undone; null for what is not applied. */
  undoUntil: Nullable(Type.String()),
  undoable: Type.Boolean(),
  /** Effects of applying, or of undoing once undone; null before, and for those of an earlier version. */
  effects: Nullable(CorrectionEffects),
  /** Another than its proposer has to approve it, and to undo it. */
  second: Type.Boolean(),
  /** The caller proposed it. */
  own: Type.Boolean(),
  /** Its proposer counts as the caller where something takes two. */
  alike: Type.Boolean(),
  /** It is approved by nobody but its proposer, in whichever account. */
  approvedAlone: Type.Boolean(),
})
export type Correction = Static<typeof Correction>

const page = '/customer/exception-register'
const propose = `${page}#correct` as const
const approve = `${page}#approve` as const
const One = { id: Id }
const Done = Type.Object({ status: OneOf(correctionStatuses) })

/** The answer to proposing a correction. */
export const ProposedCorrection = Type.Object({
  id: Type.String(),
  /** Another than its proposer has to approve it. */
  second: Type.Boolean(),
  ...Done.properties,
})

export const correctionCalls = {
  findPageList: call('/base/correction/find-page-list.action', {
    allow: [page, '/student-manage/student'],
    input: Paging(
      {
        status: Type.Optional(OneOf(correctionStatuses)),
        kind: Type.Optional(OneOf(correctionKinds)),
        /** A learner's name or part of one, or a complete mobile or ID number. */
        keyword: Type.Optional(Keyword(40)),
        accountId: Type.Optional(Id),
        /** This one alone. */
        id: Type.Optional(Id),
        /** Only what the caller can settle now. */
        waiting: Type.Optional(OneOf(['me'])),
        /** One's own, or those of others. */
        own: Type.Optional(Type.Boolean()),
        after: Type.Optional(Id),
      },
      { sort: ['status'] },
    ),
    output: PageOf(Correction),
    summary: 'Corrections in scope, the newest first, with what was and what shall be',
  }),
  propose: call('/base/correction/propose.action', {
    allow: propose,
    input: Type.Object({ accountId: Id, ...Proposal.properties }),
    output: ProposedCorrection,
    summary: 'Proposes a change of what is on record; nothing changes yet',
  }),
  preview: call('/base/correction/preview.action', {
    allow: [approve, propose],
    perMinute: 120,
    input: Type.Object(One),
    output: Type.Object({
      effects: Nullable(CorrectionEffects),
      /** The reason it cannot be applied now. */
      refusal: Nullable(Type.Object({ zh: Type.String(), en: Type.String() })),
    }),
    summary: 'What applying a correction now would do to certificates and hours; changes nothing',
  }),
  approve: call('/base/correction/approve.action', {
    allow: [approve, propose],
    input: Type.Object({
      ...One,
      /** True if the approval also applies it, if no further person is needed. */
      apply: Type.Optional(Type.Boolean({ default: true })),
    }),
    output: Done,
    summary:
      'Approves a correction and applies it; hours, scores, passes and the names on certificates by a second person',
  }),
  apply: call('/base/correction/apply.action', {
    allow: [approve, propose],
    input: Type.Object(One),
    output: Done,
    summary: 'Applies an approved correction',
  }),
  reject: call('/base/correction/reject.action', {
    allow: approve,
    input: Type.Object({ ...One, reason: FreeText(200, 2) }),
    output: Done,
    summary: 'Rejects a correction, for a reason',
  }),
  withdraw: call('/base/correction/withdraw.action', {
    allow: [approve, propose],
    input: Type.Object(One),
    output: Done,
    summary: 'Takes one’s own proposal back before it is applied; an approver one that waits to be applied',
  }),
  undo: call('/base/correction/undo.action', {
    allow: [approve, propose],
    input: Type.Object({ ...One, reason: FreeText(200, 4) }),
    output: Done,
    summary: 'Undoes an applied correction within 24 hours, unless something depends on it',
  }),
}

export const correctionExports = {
  exportCorrectionList: exportOf(correctionCalls.findPageList, '/base/correction/export-list.action', {
    title: { zh: '数据更正', en: 'Corrections' },
  }),
}
