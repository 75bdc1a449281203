import { createContext, type ReactNode } from 'react'
import type { Call } from '../../../contract/call.ts'
import type { ListColumn } from '../../../contract/listColumn.ts'

/** Filters, order and columns of a list under a name. */
export interface SavedView {
  id: string
  name: string
  revision: number
  /** Everyone in the project has it. */
  shared: boolean
  /** As the address has them. */
  filter: Readonly<Record<string, string>>
  /** Null: the list's own order. */
  sort: string | null
  /** Null: the reader's own columns. */
  columns: readonly ListColumn[] | null
}

/** Part of a list's state that a view is made of. */
export type ViewState = Pick<SavedView, 'filter' | 'sort' | 'columns'>

/** Part of a view that is needed to show it. */
export type Shown = Pick<SavedView, 'id' | 'filter' | 'sort'>

/** Properties of the tabs of views, from their list. */
export interface ViewTabsProps {
  call: Call
  views: readonly SavedView[]
  /** The view that is shown; null: all rows. */
  current: SavedView | null
  defaultViewId: string | null
  /** State the list shows at the moment, and whether that is not what the view says. */
  state: ViewState
  isChanged: boolean
  /** The input by which the rows of a view are counted. */
  inputOf: (view: SavedView) => Record<string, unknown>
  /** Shows a view, which may be newer than `views`, or all rows. */
  onShow: (view: Shown | null) => void
}

/** Reader's arrangement of lists, by the paths of their calls. */
export interface ListMemory {
  of: (path: string) => {
    columns: readonly ListColumn[] | null
    defaultViewId: string | null
    views: readonly SavedView[]
  }
  /** Null forgets them. */
  saveColumns: (path: string, columns: readonly ListColumn[] | null) => void
  tabs: (props: ViewTabsProps) => ReactNode
}

const none = { columns: null, defaultViewId: null, views: [] }

/** The office gives it, since lists are below the feature of views; null until it is known. */
export const ListMemoryOf = createContext<ListMemory | null>({
  of: () => none,
  saveColumns() {},
  tabs: () => null,
})
