import { useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/call.ts'
import { importCalls } from '../contract.ts'

/** Returns what puts the answer to an edit wherever rows of the import are shown or kept: on every page of its faults. */
export function useShowEdited(importId: string) {
  const cache = useQueryClient()
  return ({ rows, progress }: OutputOf<typeof importCalls.editRow>) => {
    const edited = new Map(rows.map((row) => [row.row, row]))
    cache.setQueriesData<OutputOf<typeof importCalls.findFaults>>(
      { queryKey: [importCalls.findFaults.path, { importId }] },
      (page) => page && { ...page, list: page.list.map((row) => edited.get(row.row) ?? row) },
    )
    cache.setQueryData([importCalls.getProgress.path, { importId }], progress)
    void cache.invalidateQueries({ queryKey: [importCalls.findRows.path] })
    void cache.invalidateQueries({ queryKey: [importCalls.findList.path] })
  }
}
