import { type Static, Type } from 'typebox'
import { call, Fen, Id, Nullable, OneOf } from '../../contract/call.ts'
import { EnrolmentStatus, holds } from '../enrolment/contract.ts'
import { YearHours } from '../hours/contract.ts'
import { studentManageCalls } from '../student/manage/contract.ts'
import { ProgressExplained } from '../study/contract.ts'

/** A class the learner is in, with the reason of its percent. */
export const DeskClass = Type.Object({
  enrolmentId: Id,
  classId: Id,
  className: Type.String(),
  classType: Type.String(),
  year: Type.Integer(),
  status: EnrolmentStatus,
  hold: Nullable(OneOf(holds)),
  expiresAt: Nullable(Type.String()),
  explained: ProgressExplained,
})
export type DeskClass = Static<typeof DeskClass>

/** Something that happened, with the state it is in today. */
export const DeskEvent = Type.Object({
  id: Type.String(),
  kind: OneOf(['study', 'exam', 'payment', 'certificate', 'correction', 'signIn']),
  at: Type.String(),
  /** The class, exam, order, certificate or item it is about; null for a sign-in. */
  title: Nullable(Type.String()),
  /** A state of the lifecycle of its kind; null for study and sign-ins. */
  state: Nullable(Type.String()),
  amount: Nullable(Fen),
  score: Nullable(Type.Number()),
})
export type DeskEvent = Static<typeof DeskEvent>

/** Something of the learner's that somebody still has to settle. */
export const DeskCase = Type.Object({
  id: Type.String(),
  kind: OneOf(['correction', 'approval', 'issue']),
  /** The kind of correction or issue. */
  about: Type.String(),
  title: Type.String(),
  note: Type.String(),
  since: Type.String(),
})
export type DeskCase = Static<typeof DeskCase>

const Hours = Type.Object({
  ...Type.Pick(YearHours, ['year', 'requiredTenths', 'earnedTenths', 'missingTenths', 'types']).properties,
  /** Earned hours by attribute, in tenths. */
  attributes: Type.Object({ required: Type.Integer(), elective: Type.Integer() }),
})

/**
 * Facts for a clerk while the learner is on the telephone; null for a part the caller may not see elsewhere.
 */
export const LearnerDesk = Type.Object({
  /** This year's hours, in tenths; null as well while the learner has no profile. */
  hours: Nullable(Hours),
  /** Live classes: those open before those passed, the last studied first. */
  classes: Nullable(Type.Array(DeskClass)),
  /** There are live classes beyond those. */
  hasMoreClasses: Type.Boolean(),
  events: Type.Array(DeskEvent),
  cases: Type.Array(DeskCase),
})
export type LearnerDesk = Static<typeof LearnerDesk>

export const learnerCalls = {
  getDesk: call('/student-manage/get-desk.action', {
    allow: studentManageCalls.getStudentDetail.allow,
    input: Type.Object({ accountId: Id }),
    output: LearnerDesk,
    summary: 'One learner at a glance: this year’s hours, live classes explained, last events, open cases',
  }),
}
