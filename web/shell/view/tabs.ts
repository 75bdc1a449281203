import type { OfficePage } from '../../page.ts'
import type { Named } from '../../../contract/menu.ts'
import { create } from './store.ts'
import { forgetUnsaved, isUnsaved } from './unsaved.ts'

/** A visited view: its key, its page's path, the address it was left at, and how often it was refreshed. */
export interface Tab {
  /** The path of its page, and which subject's, where the page is of one. */
  key: string
  path: string
  address: string
  title: readonly [zh: string, en: string]
  /** Name of its subject, once it is loaded. */
  subject?: string
  affix: boolean
  cached: boolean
  turn: number
}

/** The tabs of one person in one role in one session, for as long as the window is open. */
interface Stored {
  owner: string
  tabs: readonly Tab[]
}

/** Number of views that stay open; the oldest without anything unsaved goes first. */
export const tabLimit = 12
const storedAs = 'office-tabs'
const nothing: Stored = { owner: '', tabs: [] }

function remembered(): Stored {
  try {
    const saved = JSON.parse(sessionStorage.getItem(storedAs) ?? 'null') as Stored | null
    return saved && Array.isArray(saved.tabs) && saved.tabs.every(({ key }) => key) ? saved : nothing
  } catch {
    return nothing
  }
}

const store = create<Stored>(remembered(), (saved) => sessionStorage.setItem(storedAs, JSON.stringify(saved)))
const tabsNow = () => store.get().tabs
const nobody: readonly Tab[] = []

function change(tabs: readonly Tab[]): void {
  for (const { key } of tabsNow()) if (!tabs.some((tab) => tab.key === key)) forgetUnsaved(key)
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

/** Key of a view at an address: its page's path, and for a page of one subject also which. */
export function keyOf({ path, subject }: Pick<OfficePage, 'path' | 'subject'>, search: string): string {
  const value = subject && new URLSearchParams(search).get(subject)
  return value ? `${path}?${subject}=${encodeURIComponent(value)}` : path
}

/**
 * Adds a view when its key is new; a known one only updates its address. `instead` is the key of the tab that becomes
 * this one, in its place: that of a page for creating, whose subject exists now.
 */
export function visit(tab: Omit<Tab, 'turn'>, instead?: string): void {
  const tabs = tabsNow()
  const known = tabs.find((other) => other.key === tab.key)
  if (known) {
    if (known.address === tab.address) return
    return change(tabs.map((other) => (other === known ? { ...other, address: tab.address } : other)))
  }
  const fresh = { ...tab, turn: 0 }
  if (tabs.some((other) => other.key === instead))
    return change(tabs.map((other) => (other.key === instead ? fresh : other)))
  const full = tabs.length >= tabLimit
  const oldest = full ? tabs.find((other) => !other.affix && !isUnsaved(other.key)) : undefined
  change([...tabs.filter((other) => other !== oldest), fresh])
}

/** Tabs that closing takes away: one, all others, those to a side, or all; an affixed tab always stays. */
export type Closing = 'one' | 'others' | 'left' | 'right' | 'all'

/** The tabs that a closing takes away. */
export function closedBy(tabs: readonly Tab[], closing: Closing, key: string): Tab[] {
  const at = tabs.findIndex((tab) => tab.key === key)
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
export function closeTabs(closing: Closing, key: string, shown: string): string | null {
  const tabs = tabsNow()
  const gone = closedBy(tabs, closing, key)
  const left = tabs.filter((tab) => !gone.includes(tab))
  change(left)
  if (left.some((tab) => tab.key === shown)) return null
  const next = closing === 'one' ? left.at(-1) : (left.find((tab) => tab.key === key) ?? left.at(-1))
  return next?.address ?? '/'
}

/** Draws a view again: its cache is dropped, and what was unsaved in it. */
export function refreshTab(key: string): void {
  forgetUnsaved(key)
  change(tabsNow().map((tab) => (tab.key === key ? { ...tab, turn: tab.turn + 1 } : tab)))
}

/**
 * Gives a tab that is not shown another address of its page; one of another subject is opened there as if it were new. A
 * link to another page is not followed from it.
 */
export function moveTab(key: string, subject: string | undefined, address: string): void {
  const tabs = tabsNow()
  const tab = tabs.find((other) => other.key === key)
  const [path, search = ''] = address.split('?')
  if (!tab || path !== tab.path) return
  const next = keyOf({ path, subject }, search)
  const { subject: _named, ...fresh } = tab
  const moved = next === key ? { ...tab, address } : { ...fresh, key: next, address }
  const rest = tabs.filter((other) => other === tab || other.key !== next)
  change(rest.map((other) => (other === tab ? moved : other)))
}

/** Names the subject of a tab. */
export function nameTab(key: string, subject: string): void {
  if (tabsNow().some((tab) => tab.key === key && tab.subject !== subject))
    change(tabsNow().map((tab) => (tab.key === key ? { ...tab, subject } : tab)))
}

/** Address at which an open view was left; by the path of a page without a subject, or by another key. */
export function addressOf(key: string): string {
  return tabsNow().find((tab) => tab.key === key)?.address ?? key
}

/** Name of a tab: its subject, its page's title in the reader's language, or the specification's word. */
export function nameOf(
  tab: Pick<Tab, 'title' | 'subject'>,
  pick: (zh: string, en: string) => string,
): string {
  return tab.subject || pick(...tab.title) || 'no-name'
}

/** The tab of a page that is visited with a search; its view stays mounted unless the page opts out. */
export function tabOf(
  page: Pick<OfficePage, 'path' | 'subject' | 'affix' | 'noCache'> & { title: Named },
  search = '',
): Omit<Tab, 'turn'> {
  const { path, title, affix = false, noCache = false } = page
  return { key: keyOf(page, search), path, address: path + search, title, affix, cached: !noCache }
}

/**
 * The views in the document: the one shown, by its key, and of those that were shown since the page was loaded the ones
 * that stay mounted. A tab of an earlier visit costs nothing until it is chosen.
 */
export function drawnViews(tabs: readonly Tab[], shown: string | undefined, seen: readonly string[]): Tab[] {
  return tabs.filter((tab) => tab.key === shown || (tab.cached && seen.includes(tab.key)))
}
