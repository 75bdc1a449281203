import { type Static, Type } from 'typebox'
import { call, Named, Nullable, OneOf, Year } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { HourAttribute, hourSources } from './rules.ts'

export const hourRefusals = /* @__PURE__ */ refusals({
  belowZero: {
    code: 409,
    zh: '这样学时会少于零：学员后来的学时已经用掉了这一笔，请先核对学时明细',
    en: 'Hours would fall below zero because later hours depend on this entry; check the hours history first',
  },
  reversed: { code: 409, zh: '这笔学时已经冲回', en: 'These hours have already been reversed' },
})

/** Source of a line of the ledger. */
const HourSource = OneOf(hourSources)

/** A line of the ledger; a mistake is fixed by another line with a minus. */
export const HourEntry = Named('HourEntry', {
  id: Type.String(),
  title: Type.String(),
  /** The course it is for; null for lines of a whole class and those without a class. */
  courseName: Nullable(Type.String()),
  classType: Type.String(),
  attribute: HourAttribute,
  hoursTenths: Type.Integer(),
  source: HourSource,
  reason: Nullable(Type.String()),
  enrolmentId: Nullable(Type.String()),
  examScore: Nullable(Type.Number()),
  certificateNumber: Nullable(Type.String()),
  createdAt: Type.String(),
})
export type HourEntry = Static<typeof HourEntry>

/** A course that was finished again in another class of the year and is not counted a second time. */
export const RepeatedCourse = Type.Object({
  enrolmentId: Type.String(),
  courseName: Type.String(),
  className: Type.String(),
  /** The class its hours were counted in. */
  countedIn: Type.String(),
})
export type RepeatedCourse = Static<typeof RepeatedCourse>

const TypeHours = Type.Object({
  classType: Type.String(),
  requiredTenths: Type.Integer(),
  earnedTenths: Type.Integer(),
  missingTenths: Type.Integer(),
})

/** Requirement of a year and a learner's earned hours, in all and by class type, in tenths. */
export const YearHours = Type.Object({
  year: Type.Integer(),
  /** Years to choose from, the latest first. */
  years: Type.Array(Type.Integer()),
  requiredTenths: Type.Integer(),
  earnedTenths: Type.Integer(),
  missingTenths: Type.Integer(),
  /** Every class type with required or earned hours. */
  types: Type.Array(TypeHours),
  entries: Type.Array(HourEntry),
})

/** A learner's own year, with what can still be done about missing hours. */
export const HourPassport = Type.Interface([YearHours], {
  /** With the new hours of classes that are studied, and of those that wait for money or a review: both still missing. */
  types: Type.Array(
    Type.Interface([TypeHours], { pendingTenths: Type.Integer(), waitingTenths: Type.Integer() }),
  ),
  /** The last chance to sign up for a class that earns missing hours; null without a limit. */
  signUpUntil: Nullable(Type.String()),
  /** The earliest end of study among them and of plans for the learner, or the year's own; null when no hours are missing. */
  studyUntil: Nullable(Type.String()),
  /** The number of classes that earn missing hours, can be joined now and wait in no order. */
  fitting: Type.Integer(),
  repeated: Type.Array(RepeatedCourse),
})
export type HourPassport = Static<typeof HourPassport>

export const hoursCalls = {
  getMyClassHour: call('/api/get-my-class-hour.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/get-my-class-hour'],
    offline: true,
    input: Type.Object({ year: Type.Optional(Year) }),
    output: HourPassport,
    summary:
      'The learner’s hours of a year: required, earned and missing, with the ledger entries behind them',
  }),
}
