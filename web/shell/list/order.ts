import { sortsOf } from '../../../contract/paging.ts'

/** The order in an address, where the call can give it; undefined for its own. */
export function orderOf(input: object | undefined, asked: string | undefined): string | undefined {
  return asked !== undefined && sortsOf(input).includes(asked.replace(/^-/, '')) ? asked : undefined
}

/** Direction in which a list in this order is sorted by a column; undefined where it is not. */
export function orderBy(column: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  return sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
}

/** The order that the head of a column asks for next: rising, falling, and then the list's own, which is null. */
export function nextOrder(column: string, sort: string | undefined): string | null {
  const now = orderBy(column, sort)
  return now === undefined ? column : now === 'ascending' ? `-${column}` : null
}
