import type { TSchema } from 'typebox'
import type { Shape } from './inputs.ts'

/** Path to an id in an input: keys from the outside in, a number for the place in a list. */
export type IdPath = readonly (string | number)[]

/** True for a value that takes an id, by its schema or its name. */
export const isId = (shape: Shape, name: string): boolean =>
  shape.format === 'uuid' || (shape.type === 'string' && /^ids?$|Ids?$/.test(name))

const branches = (shape: Shape): Shape[] => shape.anyOf?.flatMap(branches) ?? [shape]

/** Every field of a schema that takes an id, as `items.*.id`. */
export function idFields(schema: TSchema): string[] {
  const walk = (shape: Shape, path: string[], name: string): string[] =>
    branches(shape).flatMap((branch) => {
      if (isId(branch, name)) return [path.join('.')]
      if (branch.items) return walk(branch.items, [...path, '*'], name)
      return Object.entries(branch.properties ?? {}).flatMap(([key, inner]) =>
        walk(inner, [...path, key], key),
      )
    })
  return [...new Set(walk(schema as unknown as Shape, [], ''))]
}

/** Lists the paths at which an input of a schema really holds an id. */
export function idsOf(schema: TSchema, input: Record<string, unknown>): IdPath[] {
  const fields = new Set(idFields(schema))
  const walk = (value: unknown, path: IdPath): IdPath[] => {
    if (Array.isArray(value)) return value.flatMap((item, i) => walk(item, [...path, i]))
    if (value !== null && typeof value === 'object')
      return Object.entries(value).flatMap(([key, inner]) => walk(inner, [...path, key]))
    return typeof value === 'string' && fields.has(fieldOf(path)) ? [path] : []
  }
  return walk(input, [])
}

/** The field of the schema a path of an input belongs to. */
export const fieldOf = (path: IdPath): string =>
  path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')

export function at(input: unknown, path: IdPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)?.[key], input)
}

/** The input with another value at a path. */
export function put<T>(input: T, path: IdPath, value: unknown): T {
  const copy = structuredClone(input)
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1)!] = value
  return copy
}
