import { Type } from 'typebox'
import { type Random, seededRandom } from './random.ts'
import { mapOf, readContent, record } from './read.ts'
import { type UnitContent, units } from './units.ts'

const byAge = record({ older: Type.String(), younger: Type.String() })

const { ladders, surnames, given } = readContent(
  'people.yaml',
  record({
    ladders: mapOf(Type.Array(Type.String(), { minItems: 5, maxItems: 5 })),
    surnames: mapOf(Type.Integer({ minimum: 1 })),
    given: record({ male: byAge, female: byAge }),
  }),
)

/** A learner of the demo portal; every number is valid in form and belongs to nobody. */
export interface Person {
  /** `learner-0001` and on. */
  key: string
  name: string
  gender: 'male' | 'female'
  /** 18 characters with check digit; its region stands in no official list. */
  idCard: string
  /** YYYY-MM-DD, as in the ID number. */
  birthDate: string
  /** Eleven digits on a prefix that no carrier has been given. */
  mobile: string
  /** Codes of the dictionaries of the same names. */
  nation: string
  education: string
  degree: string
  titleLevel: string
  personnelCategory: string
  jobTitle: string
  /** Key of a unit. */
  unit: string
}

type Level = 'senior' | 'associate' | 'middle' | 'assistant' | 'junior'

/** Levels of the titles of a ladder. */
const levels: Level[] = ['senior', 'associate', 'middle', 'assistant', 'junior']

/** Categories of personnel for ladders that are named differently. */
const categoryOfLadder: Record<string, string> = {
  doctor: 'health',
  nurse: 'health',
  school: 'teaching',
  university: 'teaching',
}

/** Prefixes of mobile numbers that no carrier of mainland China has been given. */
const sparePrefixes = ['160', '161', '163', '164', '168', '169']
const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The last character of an 18-digit citizen ID (GB 11643) for its first 17 digits. */
function idCheckCharacter(first17: string): string {
  const sum = idWeights.reduce((total, weight, i) => total + weight * Number(first17[i]), 0)
  return '10X98765432'[sum % 11]!
}

function levelAt(random: Random, age: number): Level {
  if (age < 28) return random.weighted({ assistant: 7, junior: 3 })
  if (age < 35) return random.weighted({ middle: 6, assistant: 4 })
  if (age < 45) return random.weighted({ associate: 3, middle: 6, assistant: 1 })
  return random.weighted({ senior: 2, associate: 5, middle: 3 })
}

function schooling(random: Random, ladder: string): { education: string; degree: string } {
  if (ladder === 'skilled') {
    return { education: random.weighted({ '30': 6, '40': 4 }), degree: '0' }
  }
  if (ladder === 'university' || ladder === 'research') {
    return { education: '10', degree: random.weighted({ '2': 6, '3': 4 }) }
  }
  const weights: Record<string, number> = ladder === 'nurse' ? { '20': 7, '30': 3 } : { '10': 3, '20': 7 }
  const education = random.weighted(weights)
  const degree = education === '10' ? '3' : education === '20' ? '4' : '0'
  return { education, degree }
}

function mobileOf(index: number): string {
  // 48271 is prime to 100 million, so that numbers repeat only after that many people.
  const digits = (index * 48_271 + 10_000_019) % 100_000_000
  return sparePrefixes[index % sparePrefixes.length]! + String(digits).padStart(8, '0')
}

function idCardOf(random: Random, unit: UnitContent, birthDate: string, gender: Person['gender']): string {
  const odd = gender === 'male' ? 1 : 0
  const serial = String(random.int(0, 499) * 2 + odd).padStart(3, '0')
  const first17 = unit.regionCode + birthDate.replaceAll('-', '') + serial
  return first17 + idCheckCharacter(first17)
}

/** A Chinese name that fits the sex and the generation (born before 1985, or since). */
function chineseName(random: Random, gender: Person['gender'], birthYear: number): string {
  const list = given[gender][birthYear < 1985 ? 'older' : 'younger']
  return random.weighted(surnames) + random.pick(list.split(' '))
}

/** The first so many learners of a seed; a longer list begins with the shorter one. */
export function people(count: number, seed = 2026): Person[] {
  const random = seededRandom(seed)
  const weights = Object.fromEntries(
    units.map(({ key, staff }) => [key, Object.values(staff).reduce((a, b) => a + b, 0)]),
  )
  const unitOf = new Map(units.map((unit) => [unit.key, unit]))
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index): Person => {
    const unit = unitOf.get(random.weighted(weights))!
    const ladder = random.weighted(unit.staff)
    const gender =
      random.next() < (ladder === 'nurse' ? 0.08 : ladder === 'engineering' ? 0.7 : 0.5) ? 'male' : 'female'
    const birthYear = random.int(1968, ladder === 'university' || ladder === 'research' ? 1996 : 2003)
    const birthDate = new Date(Date.UTC(birthYear, 0, random.int(1, 365))).toISOString().slice(0, 10)
    let idCard: string
    do idCard = idCardOf(random, unit, birthDate, gender)
    while (taken.has(idCard))
    taken.add(idCard)
    const titleLevel = levelAt(random, 2024 - birthYear)
    return {
      key: `learner-${String(index + 1).padStart(4, '0')}`,
      name: chineseName(random, gender, birthYear),
      gender,
      idCard,
      birthDate,
      mobile: mobileOf(index),
      nation: random.weighted({ '01': 95, '03': 2, '06': 1, '08': 1, '11': 1, '15': 1 }),
      ...schooling(random, ladder),
      titleLevel,
      personnelCategory: categoryOfLadder[ladder] ?? ladder,
      jobTitle: ladders[ladder]![levels.indexOf(titleLevel)]!,
      unit: unit.key,
    }
  })
}
