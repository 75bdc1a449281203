import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { send, useCall } from '../../../web/client.ts'
import { type ListMemory, ListMemoryOf, type ViewTabsProps } from '../../../web/shell/list/listMemory.ts'
import { listViewCalls } from '../contract.ts'
import { ViewTabs } from './ViewTabs.tsx'

/** Milliseconds without a further change after which columns are saved. */
const pause = 800

type Found = OutputOf<typeof listViewCalls.findMine>
type Columns = Found['layouts'][number]['columns']

const drawTabs = (props: ViewTabsProps) => <ViewTabs {...props} />

const none = { columns: null, defaultViewId: null }

/** Keeps back what is saved of one list until its reader pauses; a page that is left saves it at once. */
function columnSaver() {
  const waiting = new Map<string, { columns: Columns; timer: ReturnType<typeof setTimeout> }>()
  function flush(path: string, keepalive: boolean): void {
    const { columns, timer } = waiting.get(path)!
    clearTimeout(timer)
    waiting.delete(path)
    // The refusal is shown; the columns stay as they are seen until the next sign-in.
    void send(listViewCalls.saveColumns, { path, columns }, { keepalive }).catch(() => {})
  }
  return {
    save(path: string, columns: Columns) {
      clearTimeout(waiting.get(path)?.timer)
      waiting.set(path, { columns, timer: setTimeout(() => flush(path, false), pause) })
    },
    flushAll: () => [...waiting.keys()].forEach((path) => flush(path, true)),
  }
}

/**
 * Gives lists the columns and views of their reader, which are read once for all lists. Where they cannot be read,
 * lists are as they come.
 */
export function ListMemoryPart({ children }: { children: ReactNode }) {
  const cache = useQueryClient()
  const query = useCall(listViewCalls.findMine, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [saver] = useState(columnSaver)
  useEffect(() => {
    addEventListener('pagehide', saver.flushAll)
    return () => {
      removeEventListener('pagehide', saver.flushAll)
      saver.flushAll()
    }
  }, [saver])
  const { data, isPending } = query
  // The cache speaks a moment later: a second change within it would be made to columns as they were before the first.
  const [changed, setChanged] = useState<ReadonlyMap<string, Columns>>(new Map())
  const memory = useMemo<ListMemory | null>(() => {
    if (isPending) return null
    const { layouts, views } = data ?? { layouts: [], views: [] }
    return {
      of(path) {
        const layout = layouts.find((each) => each.path === path) ?? none
        return {
          columns: changed.has(path) ? changed.get(path)! : layout.columns,
          defaultViewId: layout.defaultViewId,
          views: views.filter((view) => view.path === path),
        }
      },
      saveColumns(path, given) {
        const columns = given && [...given]
        saver.save(path, columns)
        setChanged((before) => new Map(before).set(path, columns))
        cache.setQueryData<Found>([listViewCalls.findMine.path, {}], (found) => {
          const { layouts: all, views: same } = found ?? { layouts: [], views: [] }
          const layout = { ...none, ...all.find((each) => each.path === path), path, columns }
          return { layouts: [...all.filter((each) => each.path !== path), layout], views: same }
        })
      },
      tabs: drawTabs,
    }
  }, [isPending, data, saver, cache, changed])
  return <ListMemoryOf value={memory}>{children}</ListMemoryOf>
}
