const place = 'recently-opened'
const most = 10

/** Something that was opened from the search: what it is called, what kind of thing it is, and where it is. */
export interface Opened {
  group: string
  title: string
  address: string
}

function stored(): { owner: string; list: Opened[] } | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as ReturnType<typeof stored>
  } catch {
    return null
  }
}

/** Entries an account opened from the search in this browser, the last first. */
export function recentlyOpened(owner: string): readonly Opened[] {
  const found = stored()
  return found?.owner === owner && Array.isArray(found.list) ? found.list : []
}

/** Notes what an account opened; of another account nothing stays. */
export function noteOpened(owner: string, opened: Opened): void {
  const before = recentlyOpened(owner).filter(({ address }) => address !== opened.address)
  localStorage.setItem(place, JSON.stringify({ owner, list: [opened, ...before].slice(0, most) }))
}

/** Forgets it: after signing out no name of a person stays in the browser. */
export function forgetOpened(): void {
  localStorage.removeItem(place)
}
