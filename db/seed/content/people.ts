import { chineseName } from './names.ts'
import { type Random, seededRandom } from './random.ts'
import { type UnitContent, units } from './units.ts'

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

/** Job titles from the highest level to the lowest. */
const ladders: Record<string, string[]> = {
  engineering: ['正高级工程师', '高级工程师', '工程师', '助理工程师', '技术员'],
  doctor: ['主任医师', '副主任医师', '主治医师', '医师', '医士'],
  nurse: ['主任护师', '副主任护师', '主管护师', '护师', '护士'],
  school: ['正高级教师', '高级教师', '一级教师', '二级教师', '三级教师'],
  university: ['教授', '副教授', '讲师', '助教', '助教'],
  research: ['研究员', '副研究员', '助理研究员', '研究实习员', '研究实习员'],
  accounting: ['正高级会计师', '高级会计师', '会计师', '助理会计师', '助理会计师'],
  economics: ['正高级经济师', '高级经济师', '经济师', '助理经济师', '助理经济师'],
  agriculture: ['农业技术推广研究员', '高级农艺师', '农艺师', '助理农艺师', '农业技术员'],
  skilled: ['特级技师', '高级技师', '技师', '高级工', '中级工'],
}
const levels: Level[] = ['senior', 'associate', 'middle', 'assistant', 'junior']

/** Categories of personnel for ladders that are named differently. */
const categoryOfLadder: Record<string, string> = {
  doctor: 'health',
  nurse: 'health',
  school: 'teaching',
  university: 'teaching',
}

/** Learners of a unit by ladder; the sum is the unit's weight. Bureaus send none. */
const staff: Record<string, Record<string, number>> = {
  'hospital-1': { doctor: 12, nurse: 14, engineering: 1, accounting: 1 },
  'hospital-2': { doctor: 8, nurse: 9 },
  cdc: { doctor: 5, research: 2 },
  emergency: { doctor: 4, nurse: 3 },
  'hospital-yunhu': { doctor: 5, nurse: 5 },
  'clinic-qingtang': { doctor: 6, nurse: 7 },
  university: { university: 12, research: 4, engineering: 1 },
  'school-1': { school: 12, accounting: 1 },
  'school-wanghai': { school: 9 },
  'school-skill': { school: 5, skilled: 3 },
  'institute-design': { engineering: 14, economics: 1 },
  'institute-water': { engineering: 8 },
  bridge: { engineering: 9, skilled: 3, economics: 1 },
  port: { engineering: 8, skilled: 5 },
  power: { engineering: 8, skilled: 2 },
  software: { engineering: 10 },
  accounting: { accounting: 8, economics: 2 },
  farm: { agriculture: 6 },
  care: { nurse: 2, skilled: 5 },
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

/** The first so many learners of a seed; a longer list begins with the shorter one. */
export function people(count: number, seed = 2026): Person[] {
  const random = seededRandom(seed)
  const weights = Object.fromEntries(
    Object.entries(staff).map(([unit, heads]) => [unit, Object.values(heads).reduce((a, b) => a + b, 0)]),
  )
  const unitOf = new Map(units.map((unit) => [unit.key, unit]))
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index): Person => {
    const unit = unitOf.get(random.weighted(weights))!
    const ladder = random.weighted(staff[unit.key]!)
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
