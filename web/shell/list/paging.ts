import { defaultLimit, limitChoices } from '../../../contract/paging.ts'

/** The page and page size of a URL; unsupported values become the first page of twenty. */
export function pagingOf(address: Readonly<Record<string, string>>): { page: number; limit: number } {
  const page = Number(address.page ?? 1)
  const limit = Number(address.limit ?? defaultLimit)
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    limit: limitChoices.some((choice) => choice === limit) ? limit : defaultLimit,
  }
}

/** The page to show: the requested one, or the last that has rows when its rows are gone. */
export function pageWithin(page: number, limit: number, total: number): number {
  return Math.max(1, Math.min(page, Math.ceil(total / limit)))
}
