import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Settings } from 'typebox/system'
import Value from 'typebox/value'
import { type NormalText, normalizeText } from '../contract/normalize.ts'
import { maskFreeText } from '../contract/personalNumber.ts'
import { type Bilingual, commonRefusals, Refusal } from '../contract/refusal.ts'

/** Merges query and body, checks them, and gives the input or refuses with 422 and the field's name. */
export type InputCheck = (query: Record<string, unknown>, body: unknown) => unknown

const forbidden = /[\u0000\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** Levels of lists and objects that an input has at most; no call declares half as many. */
const deepest = 32

/** White space, and what nobody sees: marks of direction and joining, spaces without width. */
const unseen = /[\s\p{Cf}]/u

/** Marks that show what follows in another direction than it is stored: a name or an amount could be read backwards. */
const directions = /[\u202A-\u202E\u2066-\u2069]/g

/** A text without what cannot be seen before and behind it; one that nobody could read is empty. */
function trimmed(text: string): string {
  const signs = [...text.replaceAll(directions, '')]
  const first = signs.findIndex((sign) => !unseen.test(sign))
  return first < 0 ? '' : signs.slice(first, signs.findLastIndex((sign) => !unseen.test(sign)) + 1).join('')
}

/** Trims every text and refuses what no database column can hold. */
function tidy(value: unknown, path: string, depth = 0): unknown {
  if (depth > deepest) throw badInput(path.slice(0, 40), { zh: '层数过多', en: 'is nested too deeply' })
  if (typeof value === 'string') {
    if (forbidden.test(value))
      throw badInput(path, { zh: '含有无法识别的字符', en: 'contains an unreadable character' })
    return trimmed(value)
  }
  if (Array.isArray(value)) return value.map((item, i) => tidy(item, `${path}.${i}`, depth + 1))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== '__proto__')
        .map(([key, item]) => [key, tidy(item, path ? `${path}.${key}` : key, depth + 1)]),
    )
  }
  return value
}

/** Refuses an input field with a sentence of one's own in both languages. */
export function badInput(field: string, problem: Bilingual): Refusal {
  return new Refusal(commonRefusals.badInput, { field, problem }, field)
}

const kinds: Record<string, Bilingual> = {
  string: { zh: '文字', en: 'string' },
  integer: { zh: '整数', en: 'integer' },
  number: { zh: '数字', en: 'number' },
  boolean: { zh: '是或否', en: 'boolean' },
  array: { zh: '列表', en: 'array' },
  object: { zh: '一组数据', en: 'object' },
  null: { zh: '空值', en: 'null' },
}
const formats: Record<string, Bilingual> = {
  uuid: { zh: '编号', en: 'identifier' },
  date: { zh: '日期', en: 'date' },
  'date-time': { zh: '时间', en: 'time' },
}

const problems: Record<string, (params: Record<string, unknown>) => Bilingual> = {
  required: () => ({ zh: '必须填写', en: 'is required' }),
  type: (p) => ({
    zh: `应为${kinds[String(p.type)]?.zh ?? '其他类型'}`,
    en: `must be of type ${kinds[String(p.type)]?.en ?? String(p.type)}`,
  }),
  format: (p) => ({
    zh: `不是有效的${formats[String(p.format)]?.zh ?? '格式'}`,
    en: `is not a valid ${formats[String(p.format)]?.en ?? 'value'}`,
  }),
  multipleOf: (p) => ({ zh: `应为 ${p.multipleOf} 的倍数`, en: `must be a multiple of ${p.multipleOf}` }),
  minLength: (p) => ({ zh: `至少 ${p.limit} 个字`, en: `must have at least ${p.limit} characters` }),
  maxLength: (p) => ({ zh: `最多 ${p.limit} 个字`, en: `must have at most ${p.limit} characters` }),
  minimum: (p) => ({ zh: `不能小于 ${p.limit}`, en: `must not be less than ${p.limit}` }),
  maximum: (p) => ({ zh: `不能大于 ${p.limit}`, en: `must not be more than ${p.limit}` }),
  minProperties: () => ({ zh: '没有可修改的内容', en: 'has nothing to change' }),
  minItems: (p) => ({ zh: `至少 ${p.limit} 项`, en: `must have at least ${p.limit} items` }),
  maxItems: (p) => ({ zh: `最多 ${p.limit} 项`, en: `must have at most ${p.limit} items` }),
  enum: (p) => ({
    zh: `应为 ${(p.allowedValues as unknown[]).join('、')} 之一`,
    en: `must be one of ${(p.allowedValues as unknown[]).join(', ')}`,
  }),
}

/** Query values are all text: parses the numbers and booleans the schema expects, and lists with commas. */
function readText(schema: TObject, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const property = schema.properties?.[key]
      if (!property || typeof value !== 'string') return [key, value]
      // Converted, a fraction would be cut to an integer.
      if (Type.IsInteger(property) && !/^[+-]?\d+$/.test(value)) return [key, value]
      return [key, Value.Convert(property, Type.IsArray(property) ? value.split(',') : value)]
    }),
  )
}

/** The moments that are let in: a day inside of years 1 to 9999, so that they are in every zone they are read in. */
const [earliest, latest] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-30T23:59:59Z')]

// The standard has more: a year 0, offsets of a day, leap seconds and names of zones, which PostgreSQL or JavaScript
// cannot read.
Format.Set('date', (text) => Format.IsDate(text) && !text.startsWith('0000'))
Format.Set('date-time', (text) => {
  const at = Date.parse(text)
  const isReadable = at >= earliest && at <= latest && !text.startsWith('0000')
  return isReadable && Format.IsDateTime(text) && !/[+-](1[6-9]|2\d):\d\d$/.test(text)
})

// Enough for every member of a union: the one that the input means may be the last.
Settings.Set({ maxErrors: 64 })

interface Fault {
  keyword: string
  params: Record<string, unknown>
  instancePath: string
  schemaPath: string
}

/** The member of a union that a fault is about; undefined outside unions. */
const memberOf = ({ schemaPath }: Fault) => /^.*\/anyOf\/\d+(?=\/|$)/.exec(schemaPath)?.[0]

/** The fault to name: the first, except those of union members that the input's discriminator rules out. */
function faultOf(faults: readonly Fault[]): Fault {
  const others = new Set(faults.filter(({ keyword }) => keyword === 'const').map(memberOf))
  return faults.find((fault) => memberOf(fault) === undefined || !others.has(memberOf(fault))) ?? faults[0]!
}

/**
 * Compiles the check of the filters of a list, as an input has them under the name `filter`. Refuses (422) one that the
 * list does not have: left out, more rows would match than are meant.
 */
export function checkFilter(filters: TProperties): (given: object) => object {
  const check = checkInput(Type.Object({ filter: Type.Object(filters) }))
  return (given) => {
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(filters, name))
    if (unknown !== undefined) {
      const problem = { zh: '这个列表没有此筛选条件', en: 'is not a filter of this list' }
      // Of a name the caller chose only the beginning is repeated.
      throw badInput(`filter.${unknown}`.slice(0, 100), problem)
    }
    return (check({}, { filter: given }) as { filter: object }).filter
  }
}

interface Schema extends NormalText {
  format?: string
  isMasked?: boolean
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** An input with names and numbers in their normal form, numbers of people masked in free texts, and ids as the database writes them. */
function cleaned(schema: Schema, value: unknown): unknown {
  if (schema.anyOf) return schema.anyOf.reduce((known, member) => cleaned(member, known), value)
  if (typeof value === 'string') {
    if (schema.format === 'uuid') return value.toLowerCase()
    const text = normalizeText(schema, value)
    // Text that is too long for its field is refused, and not searched for numbers first.
    return schema.isMasked && text.length <= (schema.maxLength ?? 0) ? maskFreeText(text) : text
  }
  const { items, properties } = schema
  if (Array.isArray(value)) return items ? value.map((item) => cleaned(items, item)) : value
  if (value === null || typeof value !== 'object' || !properties) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      Object.hasOwn(properties, key) ? cleaned(properties[key]!, item) : item,
    ]),
  )
}

/** The check of one call's input; it is compiled for the first one that comes. */
export function checkInput<T extends TSchema>(schema: T): InputCheck {
  let compiled: ReturnType<typeof Compile<T>> | undefined
  const object = schema as unknown as TObject
  return (query, body) => {
    const fromBody = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
    if (body !== undefined && body !== null && fromBody !== body) {
      throw badInput('body', { zh: '应为一个 JSON 对象', en: 'must be a JSON object' })
    }
    const merged = tidy({ ...readText(object, query), ...fromBody }, '')
    const input = Value.Default(schema, Value.Clean(schema, cleaned(object, merged))) as Static<T>
    const check = (compiled ??= Compile(schema))
    if (check.Check(input)) return input
    const { keyword, params, instancePath } = faultOf(check.Errors(input) as unknown as Fault[])
    const missing = (params.requiredProperties as string[] | undefined)?.[0]
    const path = [...instancePath.split('/').slice(1), ...(missing ? [missing] : [])].join('.')
    // Of a key the caller chose only the beginning is repeated.
    const field = path.slice(0, 100) || 'body'
    const problem = problems[keyword]?.(params) ?? { zh: '格式不对', en: 'is not valid' }
    throw badInput(field, problem)
  }
}
