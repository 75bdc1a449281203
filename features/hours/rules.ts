import { type Static, Type } from 'typebox'
import { OneOf } from '../../contract/call.ts'
import type { Bilingual } from '../../contract/refusal.ts'

export const hourAttributes = ['required', 'elective'] as const
/** The kind of hours: required or elective. */
export const HourAttribute = OneOf(hourAttributes)
export type HourAttribute = (typeof hourAttributes)[number]
export const hourAttributeNames: Readonly<Record<HourAttribute, Bilingual>> = {
  required: { zh: '必修', en: 'Required' },
  elective: { zh: '选修', en: 'Elective' },
}

/** Sources of a line of the ledger. */
export const hourSources = ['class', 'correction', 'reversal', 'external'] as const
export const hourSourceNames: Readonly<Record<(typeof hourSources)[number], Bilingual>> = {
  class: { zh: '班级学习', en: 'Class' },
  correction: { zh: '更正', en: 'Correction' },
  reversal: { zh: '冲销', en: 'Reversal' },
  external: { zh: '校外认定', en: 'External credit' },
}

export interface CourseHours {
  attribute: HourAttribute
  hoursTenths: number
}

/**
 * A class's hours, in tenths, divided by the attribute of its courses in proportion to their hours. The parts
 * always add up to the class's hours; a class whose courses carry none counts as required.
 */
export function splitHours(
  classTenths: number,
  courses: readonly CourseHours[],
): Record<HourAttribute, number> {
  const sum = (attribute: HourAttribute) =>
    courses
      .filter((course) => course.attribute === attribute)
      .reduce((total, course) => total + course.hoursTenths, 0)
  const required = sum('required')
  const all = required + sum('elective')
  const part = all === 0 ? classTenths : Math.round((classTenths * required) / all)
  return { required: part, elective: classTenths - part }
}

/** Hours of a class, in tenths: all of them, and the part that its required courses give. */
interface ClassHours {
  hoursTenths: number
  requiredHoursTenths: number
}

/** A course of a class with one learner's progress. */
export interface LearnerCourse extends CourseHours {
  /** The first version of the course. */
  courseRootId: string
  /** Time the last of its videos was watched; null before. */
  finishedAt: string | null
  /** Tenths written for it in this class already; null when none are. */
  writtenTenths: number | null
  /** Its hours are held from another class of the year, and count once. */
  held: boolean
}

/** A line of the ledger that a class brings. */
interface ClassLine {
  courseRootId: string
  attribute: HourAttribute
  hoursTenths: number
}

/**
 * Divides whole tenths by weights, evenly where all are zero; the parts add up, leftovers go to the largest
 * remainders.
 */
function divide(tenths: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const exact = weights.map((weight) => (sum === 0 ? tenths / weights.length : (tenths * weight) / sum))
  const parts = exact.map(Math.floor)
  const left = tenths - parts.reduce((total, part) => total + part, 0)
  const byRest = exact
    .map((share, i) => ({ i, rest: share - parts[i]! }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i)
  for (const { i } of byRest.slice(0, left)) parts[i]! += 1
  return parts
}

/** Hours of a course in a class. */
interface CourseWorth {
  attribute: HourAttribute
  hoursTenths: number
  /** It has to be done to pass: a required course, or any where none is required. */
  decisive: boolean
}

/**
 * Returns the worth of each course of a class, in tenths, and the most its electives bring together. The
 * required part is divided over the required courses in proportion to their hours. An elective is worth its
 * own hours, or, where the class carries more than its electives have, its share of them. Where nothing is
 * required and no course carries hours, all count as required.
 */
export function courseWorths(
  { hoursTenths, requiredHoursTenths }: ClassHours,
  courses: readonly CourseHours[],
): { worths: CourseWorth[]; electiveTenths: number } {
  const anyRequired = courses.some((course) => course.attribute === 'required')
  const isRequired = (course: CourseHours) =>
    anyRequired ? course.attribute === 'required' : courses.every((other) => other.hoursTenths === 0)
  const weights = (required: boolean) =>
    courses.filter((course) => isRequired(course) === required).map((course) => course.hoursTenths)
  const [required, electives] = [weights(true), weights(false)]
  const requiredTenths = anyRequired ? requiredHoursTenths : electives.length > 0 ? 0 : hoursTenths
  const electiveTenths = hoursTenths - requiredTenths
  const offered = electives.reduce((sum, tenths) => sum + tenths, 0)
  const requiredParts = divide(requiredTenths, required)
  const electiveParts = offered < electiveTenths ? divide(electiveTenths, electives) : electives
  return {
    electiveTenths: electives.length > 0 ? electiveTenths : 0,
    worths: courses.map((course) => {
      const attribute = isRequired(course) ? 'required' : 'elective'
      const tenths = (attribute === 'required' ? requiredParts : electiveParts).shift()!
      return { attribute, hoursTenths: tenths, decisive: !anyRequired || attribute === 'required' }
    }),
  }
}

/**
 * The lines a passed class still has to write: one for each course that has to be done to pass and for each elective
 * finished by now, unless it has its line or its hours are held from elsewhere. Electives bring no more than the class
 * leaves to them; the ones finished first come first.
 */
export function dueLines(hours: ClassHours, courses: readonly LearnerCourse[]): ClassLine[] {
  const { worths, electiveTenths } = courseWorths(hours, courses)
  const all = courses.map((course, i) => ({ ...course, ...worths[i]!, order: i }))
  let left = electiveTenths
  for (const { attribute, writtenTenths } of all) if (attribute === 'elective') left -= writtenTenths ?? 0
  const time = (finishedAt: string | null) =>
    finishedAt === null ? Number.MAX_VALUE : Date.parse(finishedAt)
  const due = all
    .filter(({ decisive, finishedAt, writtenTenths, held }) => {
      return writtenTenths === null && !held && (decisive || finishedAt !== null)
    })
    .sort((a, b) => time(a.finishedAt) - time(b.finishedAt) || a.order - b.order)
  const lines: ClassLine[] = []
  for (const { courseRootId, attribute, hoursTenths } of due) {
    const tenths = attribute === 'required' ? hoursTenths : Math.min(hoursTenths, left)
    if (attribute === 'elective') left -= tenths
    const isTwice = lines.some((line) => line.courseRootId === courseRootId)
    if (tenths > 0 && !isTwice) lines.push({ courseRootId, attribute, hoursTenths: tenths })
  }
  return lines
}

/**
 * Returns the tenths of a class that a learner holds from other classes and would not get again. Of a passed class only
 * the electives that were finished in it are counted: those are the ones with a time.
 */
export function heldTenths(
  hours: ClassHours,
  courses: readonly (CourseHours & { held: boolean; finishedAt?: string | null })[],
): number {
  const { worths, electiveTenths } = courseWorths(hours, courses)
  const bring = (counts: (i: number) => boolean) => {
    const sum = (attribute: HourAttribute) =>
      worths.reduce(
        (total, worth, i) => total + (worth.attribute === attribute && counts(i) ? worth.hoursTenths : 0),
        0,
      )
    return sum('required') + Math.min(electiveTenths, sum('elective'))
  }
  const isDone = (i: number) => worths[i]!.decisive || courses[i]!.finishedAt !== null
  return bring(isDone) - bring((i) => isDone(i) && !courses[i]!.held)
}

/** Returns the tenths of a class that are new for who holds some of them already: what will really come. */
export const newTenths = (hours: { hoursTenths: number; heldTenths: number }): number =>
  Math.max(0, hours.hoursTenths - hours.heldTenths)

/** A class whose hours are still to come: it is studied, or it waits for money or a review. */
export const ComingClass = Type.Object({
  classId: Type.String(),
  classType: Type.String(),
  hoursTenths: Type.Integer(),
  isStudied: Type.Boolean(),
})
type ComingClass = Static<typeof ComingClass>

/** Returns the new hours of classes to come by class type, in tenths: of those studied, and of those that wait. */
export function comingHours(
  classes: readonly ComingClass[],
  held: ReadonlyMap<string, number>,
): Record<'pending' | 'waiting', Record<string, number>> {
  const sums: ReturnType<typeof comingHours> = { pending: {}, waiting: {} }
  for (const { classId, classType, hoursTenths, isStudied } of classes) {
    const byType = sums[isStudied ? 'pending' : 'waiting']
    const fresh = newTenths({ hoursTenths, heldTenths: held.get(classId) ?? 0 })
    byType[classType] = (byType[classType] ?? 0) + fresh
  }
  return sums
}

/** The required hours of a year, in tenths: by class type, and in total. */
interface HourRequirement {
  requiredHoursTenths: Readonly<Record<string, number>>
  totalHoursTenths: number
}

/**
 * Returns the requirement of a year and the missing hours, in tenths. The types together may require more
 * than the total says; then that is required. A surplus in one class type does not fill another's gap, yet it
 * counts toward the total; so the whole gap is the larger of the types' gaps together and the total's own.
 */
export function missingHours(
  requirement: HourRequirement,
  earned: Readonly<Record<string, number>>,
): { byType: Record<string, number>; total: number; required: number } {
  const byType = Object.fromEntries(
    Object.entries(requirement.requiredHoursTenths).map(([type, required]) => [
      type,
      Math.max(0, required - (earned[type] ?? 0)),
    ]),
  )
  const inTypes = Object.values(byType).reduce((sum, gap) => sum + gap, 0)
  const all = Object.values(earned).reduce((sum, hours) => sum + hours, 0)
  const ofTypes = Object.values(requirement.requiredHoursTenths).reduce((sum, hours) => sum + hours, 0)
  return {
    byType,
    total: Math.max(inTypes, requirement.totalHoursTenths - all, 0),
    required: Math.max(ofTypes, requirement.totalHoursTenths),
  }
}

/** Returns the missing hours of a year, in tenths, that no class fills which is studied or waits already. */
export function openTenths({
  requiredTenths,
  types,
}: {
  requiredTenths: number
  types: readonly {
    classType: string
    requiredTenths: number
    earnedTenths: number
    pendingTenths: number
    waitingTenths: number
  }[]
}): number {
  const byType = (tenths: (type: (typeof types)[number]) => number) =>
    Object.fromEntries(types.map((type) => [type.classType, tenths(type)]))
  return missingHours(
    { requiredHoursTenths: byType((type) => type.requiredTenths), totalHoursTenths: requiredTenths },
    byType((type) => type.earnedTenths + type.pendingTenths + type.waitingTenths),
  ).total
}

/** Earned part of a year's requirement, and the part that classes in progress would add, in tenths. */
interface YearPart {
  /** Null for what hours of any type may fill. */
  classType: string | null
  earnedTenths: number
  pendingTenths: number
}

/**
 * A year's requirement as the parts of one ring: no type fills more than it requires, what goes beyond that fills what
 * any type may, and together the parts are what is required less what is missing.
 */
export function yearParts({
  requiredTenths,
  missingTenths,
  types,
}: {
  requiredTenths: number
  missingTenths: number
  types: readonly {
    classType: string
    requiredTenths: number
    missingTenths: number
    pendingTenths: number
  }[]
}): YearPart[] {
  const sum = (tenths: readonly number[]) => tenths.reduce((total, part) => total + part, 0)
  const ofTypes = types
    .filter((type) => type.requiredTenths > 0)
    .map((type) => ({
      classType: type.classType,
      earnedTenths: type.requiredTenths - type.missingTenths,
      pendingTenths: Math.min(type.pendingTenths, type.missingTenths),
    }))
  const earned = requiredTenths - missingTenths - sum(ofTypes.map((part) => part.earnedTenths))
  const open = missingTenths - sum(types.map((type) => type.missingTenths))
  const pending =
    sum(types.map((type) => type.pendingTenths)) - sum(ofTypes.map((part) => part.pendingTenths))
  const ofAny = { classType: null, earnedTenths: earned, pendingTenths: Math.max(0, Math.min(open, pending)) }
  return [...ofTypes, ofAny].filter((part) => part.earnedTenths + part.pendingTenths > 0)
}
