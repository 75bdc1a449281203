import { type Static, Type } from 'typebox'
import { OneOf } from '../../../contract/call.ts'
import { byClassType, type ClassType } from './categories.ts'
import { courseOf } from './courses.ts'
import { type ClassPeriod, dayAfter, noticeDays, periods, yearOf } from './periods.ts'
import { filled, readContent, record } from './read.ts'

const text = Type.String()
const keys = Type.Array(text, { minItems: 1, uniqueItems: true })
const fen = Type.Integer({ minimum: 0 })

const Draft = record({
  key: text,
  name: text,
  category: text,
  year: Type.Optional(Type.Integer({ maximum: -1 })),
  period: Type.Optional(OneOf(Object.keys(periods) as (keyof typeof periods)[])),
  priceFen: fen,
  originalPriceFen: Type.Optional(fen),
  personnel: Type.Optional(keys),
  regions: Type.Optional(keys),
  exam: Type.Optional(Type.Boolean()),
  // Three to six sentences.
  about: Type.String({ pattern: '^([^。？！]+[。？！][”]?){3,6}$' }),
  learn: keys,
  courses: keys,
})

const drafts = readContent('classes.yaml', byClassType(Type.Array(Draft)))

/** A class of the demo portal. */
export interface ClassContent extends ClassPeriod {
  key: string
  /** Name in the back office: the type, the year and a number. */
  code: string
  name: string
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

const codePrefix: Record<ClassType, string> = {
  public: 'GX',
  specialized: 'ZY',
  professional: 'HY',
  vocational: 'JN',
}

function hoursOf(courseKeys: string[]): Pick<ClassContent, 'hours' | 'requiredHours' | 'electiveMin'> {
  const chosen = courseKeys.map(courseOf)
  const electives = chosen.filter((course) => course.attribute === 'elective').map((course) => course.hours)
  const hours = chosen.reduce((sum, course) => sum + course.hours, 0)
  return {
    hours,
    requiredHours: hours - electives.reduce((sum, part) => sum + part, 0),
    electiveMin: electives.length > 1 ? Math.min(...electives) : 0,
  }
}

function classesOf(type: ClassType, today: string): ClassContent[] {
  const numbers = new Map<number, number>()
  return drafts[type].map((draft: Static<typeof Draft>) => {
    const { about, learn, year: yearsFromNow = 0, period = 'year', priceFen } = draft
    // What opens in some days may open in the next year already.
    const year = yearOf(period === 'later' ? dayAfter(today, noticeDays) : today) + yearsFromNow
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    const list = learn.map((line) => `<li>${line}</li>`).join('')
    return {
      ...periods[period](year, today),
      key: `${type}-${-yearsFromNow}-${draft.key}`,
      name: filled(draft.name, { year }),
      year,
      type,
      category: draft.category,
      code: `${codePrefix[type]}${year}${String(number).padStart(3, '0')}`,
      courses: draft.courses,
      ...hoursOf(draft.courses),
      priceFen,
      originalPriceFen: draft.originalPriceFen ?? priceFen,
      introduction: filled(`<p>${about}</p><h3>你将学到</h3><ul>${list}</ul>`, { year }),
      personnelCategories: draft.personnel ?? [],
      regions: draft.regions ?? [],
      exam: draft.exam ?? true,
    }
  })
}

/**
 * All classes of the demo portal on a day in China: sixty, of that year and the seven before it, of the four types.
 * Codes count up within a type and a year; a key says how many years ago its class was: `public-1-data`.
 */
export const classesOn = (today: string): ClassContent[] =>
  (Object.keys(codePrefix) as ClassType[]).flatMap((type) => classesOf(type, today))
