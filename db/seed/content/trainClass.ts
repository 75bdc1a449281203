import type { ClassType } from './categories.ts'
import { courses } from './courses.ts'

/** Times to sign up and to study, ISO 8601 with offset; null means open. */
interface ClassPeriod {
  signUpFrom: string
  signUpTo: string | null
  studyTo: string | null
  /** Days of study from joining, where no date ends it. */
  validDays: number | null
}

/** A class of the demo portal. */
export interface ClassContent extends ClassPeriod {
  key: string
  /** Name in the back office: the type, the year and a number. */
  code: string
  name: string
  nameEn: string
  type: ClassType
  /** Key of a major class category. */
  category: string
  year: number
  /** Whole class hours, the sum over its courses. */
  hours: number
  /** The part of them that the required courses bring. */
  requiredHours: number
  /** Hours of electives that a pass asks for: one of several, none where there is no choice. */
  electiveMin: number
  priceFen: number
  originalPriceFen: number
  /** HTML. */
  introduction: string
  /** Codes of the dictionary `personnelCategory`; empty means everyone. */
  personnelCategories: string[]
  /** Codes of the invented city's regions; empty means everywhere. */
  regions: string[]
  /** Keys of courses, in order. */
  courses: string[]
  exam: boolean
}

/** A class as it is written down, with `{year}` where its texts name its year; the rest follows from it. */
interface ClassDraft {
  key: string
  name: string
  nameEn: string
  category: string
  yearsAgo: number
  priceFen: number
  originalPriceFen?: number
  /** Three to six sentences. */
  about: string
  learn: string[]
  personnel?: string[]
  regions?: string[]
  courses: string[]
  exam?: boolean
  period?: keyof typeof periods
}

/**
 * Periods in which classes of a year are open, seen from the day on which the demo is filled. What can be
 * joined then can be joined for three weeks more, however late in the year it is, and learners have had weeks
 * to join it, however early: the demo is as full on New Year's Day as in November.
 */
const periods = {
  year: wholeYear,
  /** A first-half class, closed at midsummer. */
  early: (year, today) =>
    between(firstDay(year, today), earliest(`${year}-06-30`, dayAfter(today, -21)), `${year}-09-30`),
  /** Announced, but not yet open before December. */
  later: (year, today) =>
    between(
      latest(`${year}-12-01`, dayAfter(today, noticeDays)),
      latest(`${year}-12-25`, dayAfter(today, 28)),
      latest(`${year}-12-31`, dayAfter(today, 35)),
    ),
  /** An earlier year's class, kept open for those who still owe hours. */
  makeUp: (year, today) => ({
    ...wholeYear(yearOf(today), today),
    signUpFrom: startOf(firstDay(year, today)),
  }),
  /** Always open; a year of study from joining. */
  rolling: (year, today) => ({
    signUpFrom: startOf(firstDay(year, today)),
    signUpTo: null,
    studyTo: null,
    validDays: 365,
  }),
} satisfies Record<string, (year: number, today: string) => ClassPeriod>

/** Days from the announcement of a class to its opening. */
const noticeDays = 4

/** The whole year, to 20 December. */
export function wholeYear(year: number, today: string): ClassPeriod {
  const [signUpTo, studyTo] = [`${year}-12-20`, `${year}-12-31`]
  if (year < yearOf(today)) return between(firstDay(year, today), signUpTo, studyTo)
  return between(
    firstDay(year, today),
    latest(signUpTo, dayAfter(today, 21)),
    latest(studyTo, dayAfter(today, 35)),
  )
}

/** The first day of a year's classes; while the year is young, they were opened ahead of it. */
function firstDay(year: number, today: string): string {
  const usual = `${year}-01-05`
  return year < yearOf(today) ? usual : earliest(usual, dayAfter(today, -60))
}

const yearOf = (day: string) => Number(day.slice(0, 4))
const earliest = (...days: string[]) => days.toSorted().at(0)!
const latest = (...days: string[]) => days.toSorted().at(-1)!

/** The day so many days after another; both as YYYY-MM-DD. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const startOf = (day: string) => `${day}T09:00:00+08:00`
const endOf = (day: string) => `${day}T23:59:59+08:00`

function between(from: string, to: string, studyTo: string): ClassPeriod {
  return { signUpFrom: startOf(from), signUpTo: endOf(to), studyTo: endOf(studyTo), validDays: null }
}

const codePrefix: Record<ClassType, string> = {
  public: 'GX',
  specialized: 'ZY',
  professional: 'HY',
  vocational: 'JN',
}

function hoursOf(courseKeys: string[]): Pick<ClassContent, 'hours' | 'requiredHours' | 'electiveMin'> {
  const chosen = courseKeys.map((key) => {
    const course = courses.find((candidate) => candidate.key === key)
    if (!course) throw new Error(`No course ${key}`)
    return course
  })
  const electives = chosen.filter((course) => course.attribute === 'elective').map((course) => course.hours)
  const hours = chosen.reduce((sum, course) => sum + course.hours, 0)
  return {
    hours,
    requiredHours: hours - electives.reduce((sum, part) => sum + part, 0),
    electiveMin: electives.length > 1 ? Math.min(...electives) : 0,
  }
}

/**
 * The classes of one type from their drafts, as they are on a day in China; codes count up within a year in the order
 * written. A key says how many years ago its class was: `public-1-data`.
 */
export const trainClasses =
  (type: ClassType, drafts: ClassDraft[]) =>
  (today: string): ClassContent[] => {
    const numbers = new Map<number, number>()
    return drafts.map((draft) => {
      const { about, learn, personnel, regions, exam, originalPriceFen, yearsAgo, ...rest } = draft
      const { period = 'year', ...written } = rest
      // What opens in some days may open in the next year already.
      const year = yearOf(period === 'later' ? dayAfter(today, noticeDays) : today) - yearsAgo
      const number = (numbers.get(year) ?? 0) + 1
      numbers.set(year, number)
      const said = (text: string) => text.replaceAll('{year}', String(year))
      return {
        ...written,
        ...periods[period](year, today),
        key: `${type}-${yearsAgo}-${draft.key}`,
        name: said(draft.name),
        nameEn: said(draft.nameEn),
        year,
        type,
        code: `${codePrefix[type]}${year}${String(number).padStart(3, '0')}`,
        ...hoursOf(draft.courses),
        originalPriceFen: originalPriceFen ?? draft.priceFen,
        introduction: said(
          `<p>${about}</p><h3>你将学到</h3><ul>${learn.map((line) => `<li>${line}</li>`).join('')}</ul>`,
        ),
        personnelCategories: personnel ?? [],
        regions: regions ?? [],
        exam: exam ?? true,
      }
    })
  }
