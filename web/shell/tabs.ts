import { create } from './store.ts'

/** A visited view: its page's path, the whole address it was left at, and how often it was refreshed. */
export interface Tab {
  path: string
  address: string
  title: readonly [zh: string, en: string]
  affix: boolean
  cached: boolean
  turn: number
}

const limit = 12
const key = 'office-tabs'

function remembered(): Tab[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Tab[]
  } catch {
    return []
  }
}

const store = create<readonly Tab[]>(remembered(), (tabs) =>
  sessionStorage.setItem(key, JSON.stringify(tabs)),
)
export const useTabs = store.use

/** Adds a view when its path is new; a known one only remembers where it stands. The oldest of more than twelve goes. */
export function visit(tab: Omit<Tab, 'turn'>): void {
  const tabs = store.get()
  const known = tabs.find((other) => other.path === tab.path)
  if (known) {
    if (known.address === tab.address) return
    store.set(tabs.map((other) => (other === known ? { ...other, address: tab.address } : other)))
    return
  }
  const oldest = tabs.length >= limit ? tabs.find((other) => !other.affix) : undefined
  store.set([...tabs.filter((other) => other !== oldest), { ...tab, turn: 0 }])
}

export function closeTab(path: string): void {
  store.set(store.get().filter((tab) => tab.path !== path || tab.affix))
}

export function closeOthers(path: string): void {
  store.set(store.get().filter((tab) => tab.path === path || tab.affix))
}

export function closeAll(): void {
  store.set(store.get().filter((tab) => tab.affix))
}

/** Draws a view anew: its cache is dropped. */
export function refreshTab(path: string): void {
  store.set(store.get().map((tab) => (tab.path === path ? { ...tab, turn: tab.turn + 1 } : tab)))
}

export function forgetTabs(): void {
  store.set([])
}
