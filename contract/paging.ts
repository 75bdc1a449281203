import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { OneOf } from './call.ts'

export const defaultLimit = 20
/** The number of rows up to which a list that grows without an end is counted and paged. */
export const countedRows = 10_000
/** A counted number of rows as a text: with a plus where there may be more. */
export const countText = (total: number): string => (total < countedRows ? String(total) : `${countedRows}+`)
export const limitChoices = [5, 10, 20, 30, 50] as const

const pageFields = () => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: defaultLimit })),
})

/** A column a list may be ordered by, ascending or, after a minus, descending. */
export type Sort<S extends string = string> = S | `-${S}`

const sortField = <S extends string>(columns: readonly S[]) => ({
  sort: Type.Optional(OneOf(columns.flatMap((column): Sort<S>[] => [column, `-${column}`]))),
})

type PagingOf<F extends TProperties> = TObject<ReturnType<typeof pageFields> & F>

/**
 * Input of a list: page from 1, limit up to 50 rows, the list's own filters, and the order where columns to sort by are
 * given: fields of its rows. Those columns alone are what a browser gets of the schema; the name is for one that calls share.
 */
export function Paging<F extends TProperties>(filters: F): PagingOf<F>
export function Paging<F extends TProperties, const S extends string>(
  filters: F,
  options: { sort: readonly S[] },
  name?: string,
): PagingOf<F & ReturnType<typeof sortField<S>>> & { sort: readonly S[] }
export function Paging(filters: TProperties, options?: { sort: readonly string[] }, name?: string) {
  const ordered = options ? sortField(options.sort) : {}
  return Type.Object(
    { ...pageFields(), ...filters, ...ordered },
    { ...options, ...(name && { title: name }) },
  )
}

/** The columns by which rows of a list can be ordered, by the input of its call. */
export function sortsOf(input: object | undefined): readonly string[] {
  return input && 'sort' in input ? (input.sort as readonly string[]) : []
}

/** Output of a list: the rows of one page and how many there are in all. */
export function PageOf<T extends TSchema>(row: T) {
  return Type.Object({ total: Type.Integer(), list: Type.Array(row) })
}

export interface PageInput {
  page?: number | undefined
  limit?: number | undefined
}

/** Returns the offset and the length of a page. */
export function windowOf(input: PageInput): { limit: number; offset: number } {
  const limit = input.limit ?? defaultLimit
  return { limit, offset: ((input.page ?? 1) - 1) * limit }
}

/** A page of rows as a type, for queries. */
export type Page<T extends TSchema> = { total: number; list: Static<T>[] }
