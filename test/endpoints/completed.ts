import type { TSchema } from 'typebox'
import { fc } from '../dice.ts'
import { idFields, isId } from './ids.ts'
import { type Shape, shapeOf } from './inputs.ts'
import type { Known } from './known.ts'

const formats: Record<string, string> = {
  date: '2023-02-28',
  'date-time': '2023-03-01T08:00:00Z',
  time: '08:00:00Z',
  email: 'wang@example.cn',
}

function text({ format, pattern, minLength = 0, maxLength = Infinity }: Shape): string {
  if (format) return formats[format]!
  if (pattern) {
    const fits = fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length <= maxLength)
    return fc.sample(fits, { numRuns: 1, seed: 7 })[0]!
  }
  return '王小明'.slice(0, maxLength).padEnd(minLength, '明')
}

/**
 * Completes what is given of an input: what its schema requires besides is what is known of a field by its name, or
 * else as plain as can be. No id is made up: where none is known the field is missing.
 */
export function completed(schema: TSchema, given: Known, known: Known): Known {
  const complete = (shape: Shape, value: unknown, name: string): unknown => {
    if (shape.anyOf && value === undefined) {
      if (name in known) return known[name]
      return shape.anyOf.some(({ type }) => type === 'null') ? null : complete(shape.anyOf[0]!, value, name)
    }
    if (shape.properties) {
      const inner = value as Known | undefined
      const fields = Object.entries(shape.properties)
        .filter(([key]) => shape.required?.includes(key) || (inner && key in inner))
        .map(([key, field]) => [
          key,
          complete(field, inner?.[key] ?? (inner?.[key] === null ? null : known[key]), key),
        ])
      return { ...inner, ...Object.fromEntries(fields) }
    }
    if (Array.isArray(value) && shape.items?.properties)
      return value.map((item) => complete(shape.items!, item, ''))
    if (value !== undefined) return value
    if (isId(shape, name)) return undefined
    if ('const' in shape) return shape.const
    if (shape.enum) return shape.enum[0]
    if (shape.type === 'string') return text(shape)
    if (shape.type === 'boolean') return false
    if (shape.type === 'object') return {}
    if (shape.type !== 'array') return shape.minimum ?? 1
    const one = known[name.replace(/s$/, '')]
    if (/Ids$/.test(name) && one !== undefined) return [one]
    const holdsIds = idFields(shape.items as unknown as TSchema).length > 0
    return holdsIds || shape.minItems ? [complete(shape.items!, undefined, '')] : []
  }
  return complete(shapeOf(schema), given, '') as Known
}
