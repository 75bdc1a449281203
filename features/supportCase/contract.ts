import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Proposal, ProposedCorrection } from '../correction/contract.ts'
import { correctionStatuses } from '../correction/rules.ts'
import { unitIssueKinds, exceptionKinds, exceptionStatuses } from './rules.ts'

export const supportCaseRefusals = refusals({
  settledAlready: {
    code: 409,
    zh: '这条登记刚刚已被别人处理，请刷新后查看',
    en: 'Someone has just handled this issue; refresh to see the result',
  },
  openAlready: {
    code: 409,
    zh: '这位学员已有一条同类的待处理登记，请在那条里继续',
    en: 'This learner already has an open issue of this kind; continue with that one',
  },
})

/** A problem with a learner's record. */
export const ExceptionRow = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  kind: OneOf(exceptionKinds),
  note: Type.String(),
  status: OneOf(exceptionStatuses),
  outcome: Nullable(Type.String()),
  /** The correction that resolved it, or is to. */
  correctionStatus: Nullable(OneOf(correctionStatuses)),
  registrarName: Type.String(),
  settlerName: Nullable(Type.String()),
  settledAt: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type ExceptionRow = Static<typeof ExceptionRow>

/** A learner whose unit is missing or in doubt. */
export const UnitIssue = Type.Object({
  id: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  /** The employer stated by the learner. */
  workPlace: Nullable(Type.String()),
  issue: OneOf(unitIssueKinds),
  createdAt: Type.String(),
})
export type UnitIssue = Static<typeof UnitIssue>

const page = '/customer/exception-register'
const Status = Type.Object({ status: OneOf(exceptionStatuses) })

export const supportCaseCalls = {
  queryList: call('/base/exception-register/query-list.action', {
    allow: [page, '/student-manage/student'],
    input: Paging(
      {
        status: Type.Optional(OneOf(exceptionStatuses)),
        kind: Type.Optional(OneOf(exceptionKinds)),
        /** A learner's name or part of one, or a complete mobile or ID number. */
        keyword: Type.Optional(Keyword(40)),
        accountId: Type.Optional(Id),
        id: Type.Optional(Id),
        /** Only what somebody has to see to: what is open, or whose correction no longer waits. */
        waiting: Type.Optional(Type.Boolean()),
        after: Type.Optional(Id),
      },
      { sort: ['status'] },
    ),
    output: PageOf(ExceptionRow),
    summary: 'Registered problems in scope, the newest first',
  }),
  queryUnitIssues: call('/base/exception-register/query-unit-issues.action', {
    allow: page,
    input: Paging(
      { issue: Type.Optional(OneOf(unitIssueKinds)), after: Type.Optional(Id) },
      { sort: ['createdAt'] },
    ),
    output: PageOf(UnitIssue),
    summary: 'Learners without a unit, in a closed one, or with another in their profile; the newest first',
  }),
  saveAccountUnitId: call('/base/exception-register/save-account-unit-id.action', {
    allow: [`${page}#unit`, '/student-manage/student#move'],
    input: Type.Object({
      accountId: Id,
      unitId: Id,
      reason: FreeText(200, 4),
      /** The registered problem that this settles. */
      exceptionId: Type.Optional(Id),
    }),
    output: Type.Object({ correctionId: Type.String() }),
    summary:
      'Puts a learner into the right unit, where another confirms them if they may pay less there; kept as a correction that can be undone for a day',
  }),
  previewUnit: call('/base/exception-register/preview-unit.action', {
    allow: [`${page}#unit`, `${page}#correct`, '/student-manage/student#move'],
    input: Type.Object({ accountId: Id, unitId: Id }),
    output: Type.Object({
      from: Nullable(Type.String()),
      to: Type.String(),
      /** Classes under way: they continue. */
      live: Type.Integer(),
      /** Number of these that the old unit opened or paid for. */
      ofUnit: Type.Integer(),
      /** Unpaid orders: they stay with the unit they were placed in. */
      unpaid: Type.Integer(),
      /** They may pay less there: the unit’s manager or another colleague has to confirm them first. */
      toConfirm: Type.Boolean(),
    }),
    summary: 'What follows when a learner changes the unit',
  }),
  register: call('/base/exception-register/save.action', {
    allow: page,
    input: Type.Object({ accountId: Id, kind: OneOf(exceptionKinds), note: FreeText(500, 4) }),
    output: Type.Object({ id: Type.String() }),
    summary: 'Writes a problem with a learner’s record down',
  }),
  addNote: call('/base/exception-register/add-note.action', {
    allow: page,
    input: Type.Object({ accountId: Id, kind: OneOf(exceptionKinds), note: FreeText(500, 4) }),
    output: Type.Object({ id: Type.String(), added: Type.Boolean() }),
    summary: 'Writes the note of a call down: in the learner’s open issue of its kind, or as a new one',
  }),
  correct: call('/base/exception-register/correct.action', {
    allow: `${page}#correct`,
    input: Type.Object({ id: Id, ...Proposal.properties }),
    output: ProposedCorrection,
    summary:
      'Proposes the correction of a registered problem, which waits no longer while the correction does',
  }),
  settle: call('/base/exception-register/settle.action', {
    allow: page,
    input: Type.Object({
      id: Id,
      event: OneOf(['resolve', 'dismiss', 'reopen']),
      /** Outcome, or the reason for which it is opened again. */
      outcome: FreeText(500, 2),
    }),
    output: Status,
    summary: 'Settles a registered problem, or opens it again',
  }),
}

export const supportCaseExports = {
  exportIssueList: exportOf(supportCaseCalls.queryList, '/base/exception-register/export-list.action', {
    title: { zh: '异常登记', en: 'Issues' },
    numbers: ['card'],
  }),
  exportUnitIssues: exportOf(
    supportCaseCalls.queryUnitIssues,
    '/base/exception-register/export-unit-issues.action',
    { title: { zh: '单位待核', en: 'Unit issues' }, numbers: ['card', 'mobile'] },
  ),
}
