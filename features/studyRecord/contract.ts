import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Moment, Named, Nullable, OneOf, Year } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { attemptStatuses, submitReasons } from '../exam/attempt/contract.ts'
import { YearHours } from '../hours/contract.ts'
import { HourAttribute, hourSources } from '../hours/rules.ts'
import { ProgressExplained } from '../study/contract.ts'
import { leaseEnds, RefusalReason } from '../study/beat/contract.ts'

/** One video of an enrolment and how much of it was watched; times in seconds. */
export const StudyDetail = Type.Object({
  itemId: Type.String(),
  courseName: Type.String(),
  title: Type.String(),
  attribute: OneOf(['required', 'elective']),
  durationSeconds: Type.Number(),
  watchedSeconds: Type.Number(),
  /** The stretches that count, in order, each from and to. */
  ranges: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
  /** Number of stretches of it that were played and not counted. */
  refusals: Type.Integer(),
  completedAt: Nullable(Type.String()),
  studiedAt: Nullable(Type.String()),
})
export type StudyDetail = Static<typeof StudyDetail>

/** A stretch that was played and not counted, with the reason; places in seconds of the video. */
export const RefusedStretch = Type.Object({
  id: Type.String(),
  itemId: Type.String(),
  title: Type.String(),
  reason: RefusalReason,
  from: Type.Number(),
  to: Type.Number(),
  times: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
})
export type RefusedStretch = Static<typeof RefusedStretch>

/** One window that played a video, from opening it until it gave way. */
export const PlayedLease = Type.Object({
  id: Type.String(),
  title: Type.String(),
  openedAt: Type.String(),
  lastBeatAt: Type.String(),
  /** Null while it plays. */
  endedAt: Nullable(Type.String()),
  endReason: Nullable(OneOf(leaseEnds)),
  acceptedSeconds: Type.Number(),
  ip: Type.String(),
  agent: Type.String(),
})
export type PlayedLease = Static<typeof PlayedLease>

/** One attempt at the exam of the class. */
export const ExamAttempt = Type.Object({
  id: Type.String(),
  examName: Type.String(),
  number: Type.Integer(),
  makeUp: Type.Boolean(),
  status: OneOf(attemptStatuses),
  submitReason: Nullable(OneOf(submitReasons)),
  startedAt: Type.String(),
  submittedAt: Nullable(Type.String()),
  score: Nullable(Type.Number()),
  total: Type.Number(),
  passScore: Type.Number(),
  passed: Nullable(Type.Boolean()),
  /** Number of times the page was left. */
  timesLeft: Type.Integer(),
})
export type ExamAttempt = Static<typeof ExamAttempt>

/** One learner's year: the learner, hours required and earned, and their ledger lines; hours in tenths. */
export const StudyReport = Type.Interface([YearHours], {
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  personnelCategory: Nullable(Type.String()),
})
export type StudyReport = Static<typeof StudyReport>

/** A line of the ledger of hours in the office's list. */
export const EarnedHours = Named('EarnedHours', {
  id: Id,
  accountId: Id,
  realName: Type.String(),
  unitName: Nullable(Type.String()),
  year: Type.Integer(),
  classType: Type.String(),
  attribute: HourAttribute,
  /** With a minus where a line takes hours back. */
  hoursTenths: Type.Integer(),
  title: Type.String(),
  courseName: Nullable(Type.String()),
  source: OneOf(hourSources),
  reason: Nullable(Type.String()),
  createdAt: Moment,
})
export type EarnedHours = Static<typeof EarnedHours>

const menus = ['/train-manage/study-report', '/customer/study-report', '/student-manage/student'] as const
const ofEnrolment = { enrolmentId: Id }
const report = '/train-manage/study-report'

const ofHours = {
  /** A learner's name or part of one. */
  keyword: Type.Optional(Keyword(60)),
  year: Type.Optional(Year),
  classType: Type.Optional(Type.String({ maxLength: 40 })),
  source: Type.Optional(OneOf(hourSources)),
  /** A unit with everything below it. */
  unitId: Type.Optional(Id),
  /** Written since then, and before that. */
  earnedFrom: Type.Optional(Moment),
  earnedTo: Type.Optional(Moment),
}

const findHours = call('/base/hour-entry/find-page-list.action', {
  allow: report,
  input: Paging(ofHours, { sort: ['year', 'hoursTenths', 'createdAt'] }),
  output: PageOf(EarnedHours),
  summary: 'Lines of the ledger of hours of learners in scope, the last first',
})

export const studyRecordCalls = {
  explain: call('/base/my-class-study-detail/explain.action', {
    allow: menus,
    input: Type.Object(ofEnrolment),
    output: ProgressExplained,
    summary: 'Where the percent of one enrolment comes from, and what is missing',
  }),
  queryPageList: call('/base/my-class-study-detail/query-page-list.action', {
    allow: menus,
    input: Paging(
      {
        ...ofEnrolment,
        /** Required ones that are not watched to the end, or all others. */
        missing: Type.Optional(Type.Boolean()),
      },
      { sort: ['title', 'watchedSeconds', 'refusals', 'completedAt', 'studiedAt'] },
    ),
    output: PageOf(StudyDetail),
    summary: 'The videos of one enrolment in their order, with what was watched of each',
  }),
  findRefusalList: call('/base/my-class-study-detail/find-refusal-list.action', {
    allow: menus,
    input: Paging(ofEnrolment, { sort: ['times', 'firstAt', 'lastAt'] }),
    output: PageOf(RefusedStretch),
    summary: 'What of one enrolment was played and not counted, the last first',
  }),
  findLeaseList: call('/base/my-class-study-detail/find-lease-list.action', {
    allow: menus,
    input: Paging(ofEnrolment, { sort: ['acceptedSeconds', 'openedAt', 'lastBeatAt'] }),
    output: PageOf(PlayedLease),
    summary: 'The windows one enrolment was studied in, the last first',
  }),
  findAttemptList: call('/base/my-class-study-detail/find-attempt-list.action', {
    allow: menus,
    input: Paging(ofEnrolment, { sort: ['status', 'score', 'startedAt', 'submittedAt', 'timesLeft'] }),
    output: PageOf(ExamAttempt),
    summary: 'The exam attempts of one enrolment, the last first',
  }),
  findMyStudyReport: call('/student-manage/find-my-study-report.action', {
    allow: menus,
    input: Type.Object({ accountId: Id, year: Type.Optional(Year) }),
    output: StudyReport,
    summary: 'One learner’s year: hours required, earned and missing, with their ledger lines',
  }),
  findHours,
  sumHours: call('/base/hour-entry/sum.action', {
    allow: report,
    input: Type.Object(ofHours),
    output: Type.Object({ hoursTenths: Type.Integer() }),
    summary: 'The hours of all lines that such a list has, in tenths',
  }),
}

export const studyRecordExports = {
  exportHours: exportOf(findHours, '/base/hour-entry/export-hour-entry-excel.action', {
    title: { zh: '学时台账', en: 'Hours history' },
  }),
}
