import { useEffect, useState } from 'react'
import type { Call } from '../../../contract/call.ts'
import type { ListColumn } from '../../../contract/listColumn.ts'
import { type Filter, type Given, inputOf, namesOf } from './filter.ts'
import type { ListMemory, Shown, ViewTabsProps } from './listMemory.ts'
import { orderOf } from './order.ts'
import { useUrlState } from '../view/useUrlState.ts'

/** Stands in the address for all rows, where the list opens with a view. */
const allRows = 'all'

/** Values of the filters that a list has; a view may be older than the list. */
const known = (filters: readonly Filter[], given: Given) =>
  Object.fromEntries(
    filters
      .flatMap(namesOf)
      .flatMap((name): [string, string][] => (given[name] ? [[name, given[name]]] : [])),
  )

/** A view names filters that a part of its list does not have. */
const noViews = { defaultViewId: null, views: [] }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The state of a list by the address, or by the view it opens with where the address says nothing; with the columns as
 * the reader has them, in the view where that has its own. What is arranged in such a view is not saved until the view
 * is.
 */
export function useListView(
  { path, input }: Call,
  memory: ListMemory,
  {
    filters,
    fixed,
    prefix,
    part,
  }: { filters: readonly Filter[]; fixed?: object | undefined; prefix: string; part: boolean },
) {
  const remembered = memory.of(path)
  const { columns: own, defaultViewId, views } = part ? { ...remembered, ...noViews } : remembered
  const [address, change] = useUrlState(prefix)
  const [draft, setDraft] = useState<{ of: string; columns: readonly ListColumn[] | null } | null>(null)

  const isBare = !address.view && !address.sort && isSame(known(filters, address), {})
  const view = views.find(({ id }) => id === (address.view ?? (isBare ? defaultViewId : null))) ?? null
  const opens = isBare && view !== null
  const addressOf = ({ id, filter, sort }: Shown) => ({ ...known(filters, filter), sort, view: id })
  const state = opens ? { ...address, ...known(filters, view.filter), sort: view.sort ?? '' } : address
  useEffect(() => {
    if (opens) change(addressOf(view))
  })

  const given = known(filters, state)
  const sort = orderOf(input, state.sort || undefined)
  const drafted = view && draft?.of === view.id ? draft : null
  const columns = drafted ? drafted.columns : (view?.columns ?? own)
  const isChanged =
    view !== null &&
    (drafted !== null ||
      !isSame(given, known(filters, view.filter)) ||
      (sort ?? null) !== (orderOf(input, view.sort ?? undefined) ?? null))

  const tabs: Omit<ViewTabsProps, 'call'> = {
    views,
    current: view,
    defaultViewId,
    isChanged,
    state: { filter: given, sort: sort ?? null, columns },
    inputOf: (each) => ({ ...inputOf(filters, known(filters, each.filter)), ...fixed }),
    onShow(next) {
      setDraft(null)
      const empty = Object.fromEntries(filters.flatMap(namesOf).map((name) => [name, null]))
      const shown = next ? addressOf(next) : { sort: null, view: defaultViewId === null ? null : allRows }
      change({ ...empty, ...shown, page: null }, 'push')
    },
  }
  // Where a list opens with a view, what its reader chose without one is not that view, also when it is nothing.
  const set: typeof change = (next, how) =>
    change(address.view || opens || defaultViewId === null ? next : { ...next, view: allRows }, how)
  return {
    state,
    change: set,
    given,
    sort,
    columns,
    tabs,
    arrange(next: readonly ListColumn[] | null) {
      if (view?.columns) setDraft({ of: view.id, columns: next })
      else memory.saveColumns(path, next)
    },
  }
}
