import type { ClassType } from './categories.ts'
import { courses } from './courses.ts'

/** When one may sign up and study; times are ISO 8601 with offset, null means open. */
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
  /** What the back office calls it, e.g. GX2026001. */
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

/** A class as it is written down; the rest follows from it. */
interface ClassDraft {
  key: string
  name: string
  nameEn: string
  category: string
  year: number
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

const periods = {
  /** The whole year, to 20 December. */
  year: (year: number) => between(`${year}-01-05`, `${year}-12-20`, `${year}-12-31`),
  /** A first-half class, closed at midsummer. */
  early: (year: number) => between(`${year}-01-05`, `${year}-06-30`, `${year}-09-30`),
  /** Announced, but not yet open before December. */
  later: (year: number) => between(`${year}-12-01`, `${year}-12-25`, `${year}-12-31`),
  /** An earlier year's class, kept open for those who still owe hours. */
  makeUp: (year: number) => between(`${year}-01-05`, '2026-12-20', '2026-12-31'),
  /** Always open; a year of study from joining. */
  rolling: (year: number): ClassPeriod => ({
    signUpFrom: `${year}-01-05T09:00:00+08:00`,
    signUpTo: null,
    studyTo: null,
    validDays: 365,
  }),
}

function between(from: string, to: string, studyTo: string): ClassPeriod {
  return {
    signUpFrom: `${from}T09:00:00+08:00`,
    signUpTo: `${to}T23:59:59+08:00`,
    studyTo: `${studyTo}T23:59:59+08:00`,
    validDays: null,
  }
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

/** The classes of one type from their drafts; codes count up within a year in the order written. */
export function trainClasses(type: ClassType, drafts: ClassDraft[]): ClassContent[] {
  return drafts.map((draft, i) => {
    const { about, learn, personnel, regions, exam, period, originalPriceFen, ...rest } = draft
    const number = drafts.slice(0, i + 1).filter(({ year }) => year === draft.year).length
    return {
      ...rest,
      ...periods[period ?? 'year'](draft.year),
      type,
      code: `${codePrefix[type]}${draft.year}${String(number).padStart(3, '0')}`,
      ...hoursOf(draft.courses),
      originalPriceFen: originalPriceFen ?? draft.priceFen,
      introduction: `<p>${about}</p><h3>你将学到</h3><ul>${learn.map((line) => `<li>${line}</li>`).join('')}</ul>`,
      personnelCategories: personnel ?? [],
      regions: regions ?? [],
      exam: exam ?? true,
    }
  })
}
