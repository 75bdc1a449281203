import { randomUUID } from 'node:crypto'
import type { Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import { type NormalText, normalizeText } from '../../contract/normalize.ts'
import { fc } from '../dice.ts'

/** A schema as JSON Schema sees it: all that inputs are written with. */
export interface Shape extends NormalText {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  format?: string
  pattern?: string
  minLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
}

export const shapeOf = (schema: TSchema) => schema as unknown as Shape

const texts: Record<string, () => Arbitrary<string>> = {
  uuid: () => fc.constantFrom(...Array.from({ length: 3 }, () => randomUUID())),
  date: () => fc.constantFrom('2023-02-28', '2024-02-29'),
  'date-time': () => fc.constantFrom('2023-03-01T08:00:00Z', '1999-12-31T23:59:59.999+08:00'),
  time: () => fc.constantFrom('08:00:00Z'),
  email: () => fc.constantFrom('wang@example.cn'),
}

const odd = [
  '王小明',
  "Robert'); drop table",
  '%_\\',
  '<b>x</b>',
  '𠮷野家',
  '０１２',
  '{"a":1}',
  '-1',
  'null',
]

function textLike(shape: Shape): Arbitrary<string> {
  if (shape.format && texts[shape.format]) return texts[shape.format]!()
  const { minLength = 0, maxLength = 60 } = shape
  if (shape.pattern) {
    const [pattern, longest] = [new RegExp(shape.pattern), shape.maxLength ?? Infinity]
    // Blanks at its ends are taken off before it is checked.
    const isGood = (text: string) => text.length <= longest && pattern.test(normalizeText(shape, text.trim()))
    return fc.stringMatching(pattern).filter(isGood)
  }
  const isGood = (text: string) => {
    const { length } = normalizeText(shape, text)
    return length >= minLength && length <= maxLength
  }
  const fits = odd.filter((text) => [...text].length >= minLength && isGood(text))
  const free = fc.string({
    minLength,
    maxLength: Math.min(maxLength, minLength + 40),
    unit: 'grapheme-ascii',
  })
  const trimmed = free.map((text) => text.trim().padEnd(minLength, 'x')).filter(isGood)
  return fits.length > 0 ? fc.oneof(trimmed, fc.constantFrom(...fits)) : trimmed
}

/** Inputs that a schema lets through: well formed, whatever they may mean. */
export function inputsOf(schema: TSchema): Arbitrary<unknown> {
  return wellFormed(shapeOf(schema))
}

function wellFormed(shape: Shape): Arbitrary<unknown> {
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(wellFormed))
  const { minimum = shape.exclusiveMinimum === undefined ? -1000 : shape.exclusiveMinimum + 1, maximum } =
    shape
  const most = maximum ?? Math.max(minimum, 1_000_000)
  switch (shape.type) {
    case 'string':
      return textLike(shape)
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(most, 2 ** 31 - 1) })
    case 'number':
      if (shape.multipleOf) return fc.integer({ min: Math.ceil(minimum), max: Math.floor(most) })
      return fc.double({ min: minimum, max: most, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems = 0, maxItems = 4 } = shape
      const size = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) }
      const item = wellFormed(shape.items ?? {})
      return shape.uniqueItems
        ? fc.uniqueArray(item, { ...size, comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b) })
        : fc.array(item, size)
    }
    case 'object': {
      if (shape.patternProperties) {
        const [[pattern, value]] = Object.entries(shape.patternProperties) as [[string, Shape]]
        const key = pattern === '^.*$' ? fc.constantFrom('a', 'b') : textLike({ pattern })
        return fc.dictionary(key, wellFormed(value), { maxKeys: 2 })
      }
      const fields = Object.entries(shape.properties ?? {})
      return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, wellFormed(field)])), {
        requiredKeys: shape.required ?? [],
      })
    }
    default:
      return fc.anything({ maxDepth: 1 })
  }
}

/** One way to spoil an input: where, with what, and which fields the refusal may name. */
export interface Spoiling {
  field: string
  how: string
  input: Record<string, unknown>
}

/** Moments of the standard that no column holds, or that JavaScript cannot read back. */
const impossible = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59-15:59',
  '2023-11-23T00:00:00-23:59',
  '2023-11-23T00:00:00+16:00',
  '0001-01-01T00:00:00+15:59',
  '9999-12-31T23:59:59-15:59',
  '2016-12-31T23:59:60Z',
  '2023-03-01T08:00:00+08:00[Asia/Shanghai]',
]

/** Values that a schema cannot let through. */
function wrongFor(shape: Shape): [how: string, value: unknown][] {
  const wrong: [string, unknown][] = []
  const types = new Set((shape.anyOf ?? [shape]).map((branch) => branch.type))
  const takesText = types.has('string') || shape.anyOf?.some((branch) => branch.enum) || shape.enum
  if (!types.has('object') && !types.has(undefined)) wrong.push(['an object', { not: ['this'] }])
  if (!types.has('array') && !types.has(undefined)) wrong.push(['a list', [[1]]])
  if (
    shape.enum ||
    shape.anyOf?.every((branch) => branch.enum || 'const' in branch || branch.type === 'null')
  )
    wrong.push(['a word not among those', 'no-such-word'])
  if (takesText && shape.type === 'string') {
    wrong.push(['a NUL', 'a\u0000b'], ['half a character', `x\ud800`])
    if (shape.maxLength !== undefined) wrong.push(['too long', 'x'.repeat(shape.maxLength + 1)])
    if ((shape.minLength ?? 0) > 0) wrong.push(['blank', '   '])
    if (shape.format === 'uuid') wrong.push(['no identifier', "1' or 1=1"])
    if (shape.format?.startsWith('date')) wrong.push(['no date', '2023-02-30T25:61:00Z'])
    if (shape.format === 'date') wrong.push(['a day of the year 0', '0000-01-01'])
    if (shape.format === 'date-time')
      for (const moment of impossible) wrong.push([`the moment ${moment}`, moment])
    if (shape.pattern) wrong.push(['another pattern', '§'])
  }
  if (shape.type === 'integer') wrong.push(['a fraction', 1.5], ['far too much', 1e300])
  if (shape.type === 'integer' || shape.type === 'number') {
    wrong.push(['a word', 'many'])
    if (shape.minimum !== undefined) wrong.push(['too small', shape.minimum - 1])
    if (shape.maximum !== undefined) wrong.push(['too great', shape.maximum + 1])
  }
  if (shape.type === 'array') {
    if ((shape.minItems ?? 0) > 0) wrong.push(['an empty list', []])
    if (shape.maxItems !== undefined) wrong.push(['too long a list', Array(shape.maxItems + 1).fill('x')])
  }
  return wrong
}

/** Every single fault that an input of this schema can have, field by field, two levels deep. */
export function spoilingsOf(schema: TSchema, good: Record<string, unknown>): Spoiling[] {
  const { properties = {}, required = [] } = shapeOf(schema)
  const spoilings: Spoiling[] = []
  for (const [field, shape] of Object.entries(properties)) {
    if (required.includes(field)) {
      const { [field]: _left, ...input } = good
      if (!('default' in shape)) spoilings.push({ field, how: 'missing', input })
    }
    for (const [how, value] of wrongFor(shape))
      spoilings.push({ field, how, input: { ...good, [field]: value } })
    if (shape.type === 'object' && shape.properties) {
      const inner = (good[field] ?? {}) as Record<string, unknown>
      for (const deeper of spoilingsOf(shape as unknown as TSchema, inner))
        spoilings.push({ ...deeper, field, input: { ...good, [field]: deeper.input } })
    }
    if (shape.type === 'array' && shape.items) {
      for (const [how, value] of wrongFor(shape.items))
        spoilings.push({ field, how: `holding ${how}`, input: { ...good, [field]: [value] } })
    }
  }
  return spoilings
}
