import type { OfficePage } from '../page.ts'
import type { Named } from '../../contract/menu.ts'
import { create } from './store.ts'
import { forgetUnsaved, isUnsaved } from './unsaved.ts'

/** A visited view: its page's path, the whole address it was left at, and how often it was refreshed. */
export interface Tab {
  path: string
  address: string
  title: readonly [zh: string, en: string]
  affix: boolean
  cached: boolean
  turn: number
}

/** The tabs of one person in one role in one session, for as long as the window is open. */
interface Stored {
  owner: string
  tabs: readonly Tab[]
}

/** How many views stay open; the oldest without anything unsaved goes first. */
export const tabLimit = 12
const key = 'office-tabs'
const nothing: Stored = { owner: '', tabs: [] }

function remembered(): Stored {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null
    return saved && Array.isArray(saved.tabs) ? saved : nothing
  } catch {
    return nothing
  }
}

const store = create<Stored>(remembered(), (saved) => sessionStorage.setItem(key, JSON.stringify(saved)))
const tabsNow = () => store.get().tabs
const nobody: readonly Tab[] = []

function change(tabs: readonly Tab[]): void {
  for (const { path } of tabsNow()) if (!tabs.some((tab) => tab.path === path)) forgetUnsaved(path)
  store.set({ ...store.get(), tabs })
}

/** The tabs of an owner; those of anyone who was here before are not shown. */
export function useTabs(owner: string): readonly Tab[] {
  const saved = store.use()
  return saved.owner === owner ? saved.tabs : nobody
}

/** Begins again when somebody else, or the same person in another role or session, takes over. */
export function saveTabsFor(owner: string): void {
  if (store.get().owner === owner) return
  forgetUnsaved()
  store.set({ owner, tabs: [] })
}

/** Adds a view when its path is new; a known one only updates its address. */
export function visit(tab: Omit<Tab, 'turn'>): void {
  const tabs = tabsNow()
  const known = tabs.find((other) => other.path === tab.path)
  if (known) {
    if (known.address === tab.address) return
    return change(tabs.map((other) => (other === known ? { ...other, address: tab.address } : other)))
  }
  const full = tabs.length >= tabLimit
  const oldest = full ? tabs.find((other) => !other.affix && !isUnsaved(other.path)) : undefined
  change([...tabs.filter((other) => other !== oldest), { ...tab, turn: 0 }])
}

/** What closing takes away: one tab, all others, those to a side, or all; an affixed tab always stays. */
export type Closing = 'one' | 'others' | 'left' | 'right' | 'all'

/** The tabs that a closing takes away. */
export function closedBy(tabs: readonly Tab[], closing: Closing, path: string): Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path)
  const takes: Record<Closing, (i: number) => boolean> = {
    one: (i) => i === at,
    others: (i) => i !== at,
    left: (i) => i < at,
    right: (i) => i > at,
    all: () => true,
  }
  return tabs.filter((tab, i) => !tab.affix && takes[closing](i))
}

/** Closes tabs; returns the address to go to when the one shown is among them. */
export function closeTabs(closing: Closing, path: string, shown: string): string | null {
  const tabs = tabsNow()
  const gone = closedBy(tabs, closing, path)
  const left = tabs.filter((tab) => !gone.includes(tab))
  change(left)
  if (left.some((tab) => tab.path === shown)) return null
  const next = closing === 'one' ? left.at(-1) : (left.find((tab) => tab.path === path) ?? left.at(-1))
  return next?.address ?? '/'
}

/** Draws a view again: its cache is dropped, and what was unsaved in it. */
export function refreshTab(path: string): void {
  forgetUnsaved(path)
  change(tabsNow().map((tab) => (tab.path === path ? { ...tab, turn: tab.turn + 1 } : tab)))
}

/** Where a page was left, when its tab is open. */
export function addressOf(path: string): string {
  return tabsNow().find((tab) => tab.path === path)?.address ?? path
}

/** What a tab is called: its page's title in the reader's language, or the specification's word for one without. */
export function nameOf(tab: Tab, pick: (zh: string, en: string) => string): string {
  return pick(...tab.title) || 'no-name'
}

/** The tab of a page that is visited at an address; its view stays mounted unless the page opts out. */
export function tabOf(
  page: Pick<OfficePage, 'path' | 'affix' | 'noCache'> & { title: Named },
  address: string,
): Omit<Tab, 'turn'> {
  const { path, title, affix = false, noCache = false } = page
  return { path, address, title, affix, cached: !noCache }
}

/** The views in the document, each by its path: the one shown, and those kept mounted while another is. */
export function drawnViews(tabs: readonly Tab[], shown: string | undefined): Tab[] {
  return tabs.filter((tab) => tab.cached || tab.path === shown)
}
