import { type Static, type TProperties, type TSchema, Type } from 'typebox'

export const defaultLimit = 20
/** How far the rows of a list that grows without an end are counted, and paged. */
export const countedRows = 10_000
export const limitChoices = [5, 10, 20, 30, 50] as const

/** Input of a list: page from 1, limit up to 50 rows, and the list's own filters. */
export function Paging<F extends TProperties>(filters: F) {
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: defaultLimit })),
    ...filters,
  })
}

/** Output of a list: the rows of one page and how many there are in all. */
export function PageOf<T extends TSchema>(row: T) {
  return Type.Object({ total: Type.Integer(), list: Type.Array(row) })
}

export interface PageInput {
  page?: number | undefined
  limit?: number | undefined
}

/** Where a page starts and how long it is. */
export function windowOf(input: PageInput): { limit: number; offset: number } {
  const limit = input.limit ?? defaultLimit
  return { limit, offset: ((input.page ?? 1) - 1) * limit }
}

/** A page of rows as a type, for queries. */
export type Page<T extends TSchema> = { total: number; list: Static<T>[] }
