import { Type } from 'typebox'
import { OneOf } from '../../../contract/call.ts'
import { mapOf, readContent, record } from './read.ts'

const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]
const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** The nine characters of an organisation code (GB 11714) for a serial of at most eight digits. */
function organisationCode(serial: number): string {
  const digits = String(serial).padStart(8, '0')
  const sum = organisationWeights.reduce((total, weight, i) => total + weight * Number(digits[i]), 0)
  return digits + '0X987654321'[sum % 11]
}

/** A unified social credit code (GB 32100): kind (two characters), region (six digits), organisation, check. */
export function creditCode(kind: string, regionCode: string, serial: number): string {
  const first17 = kind + regionCode + organisationCode(serial)
  const sum = creditWeights.reduce(
    (total, weight, i) => total + weight * creditAlphabet.indexOf(first17[i]!),
    0,
  )
  return first17 + creditAlphabet[(31 - (sum % 31)) % 31]
}

/** The first two characters of a credit code. */
const kinds = { government: '11', institution: '12', association: '52', company: '91' }

const text = Type.String()

const content = readContent(
  'units.yaml',
  record({
    regions: mapOf(Type.Tuple([text, text])),
    units: mapOf(
      record({
        parent: Type.Optional(text),
        kind: OneOf(['government', 'institution', 'association', 'company']),
        region: text,
        industry: text,
        name: text,
        contact: text,
        staff: Type.Optional(mapOf(Type.Integer({ minimum: 1 }))),
      }),
    ),
  }),
)

/** The regions of the invented city, in Chinese and English, by code; the first holds the others. */
export const { regions } = content

/** A unit of the demo portal; its people find it by key. */
export type UnitContent = (typeof units)[number]

/** The units, each after the one above it. */
export const units = Object.entries(content.units).map(([key, unit], i) => ({
  key,
  /** Key of the unit above; null at the root. */
  parent: unit.parent ?? null,
  name: unit.name,
  creditCode: creditCode(kinds[unit.kind], unit.region, i + 1),
  regionCode: unit.region,
  industry: unit.industry,
  contact: unit.contact,
  // 0500 is the area code of no city.
  phone: `0500-8600${String(1001 + i)}`,
  /** Learners by ladder of job titles. */
  staff: unit.staff ?? {},
}))
