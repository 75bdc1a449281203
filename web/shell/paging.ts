import { defaultLimit, limitChoices } from '../../contract/paging.ts'

/** The page and its length that an address asks for; what no list offers becomes the first page of twenty. */
export function pagingOf(address: Readonly<Record<string, string>>): { page: number; limit: number } {
  const page = Number(address.page ?? 1)
  const limit = Number(address.limit ?? defaultLimit)
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: limitChoices.some((choice) => choice === limit) ? limit : defaultLimit,
  }
}

/** The page to show: the one asked for, or the last that has rows when its rows are gone. */
export function pageWithin(page: number, limit: number, total: number): number {
  return Math.max(1, Math.min(page, Math.ceil(total / limit)))
}
