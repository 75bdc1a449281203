import { create } from '../../../web/shell/view/store.ts'
import { onToken, readToken } from '../../../web/token.ts'

/** Imports that were begun in this browser and not yet put away, by their kind. */
type Current = Readonly<Record<string, string>>

/** Value in a page's address, in place of an import's id, that opens its wizard. */
export const newImport = 'new'

const key = 'imports'

function remembered(): Current {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Current
  } catch {
    return {}
  }
}

const store = create<Current>(remembered(), (now) => localStorage.setItem(key, JSON.stringify(now)))

/** The import of a kind that is under way, stored outside the pages and across reloads; null when there is none. */
export function useCurrentImport(kind: string): string | null {
  return store.use()[kind] ?? null
}

/** Notes the import of a kind that is under way, or puts it away. */
export function setCurrentImport(kind: string, importId: string | null): void {
  const { [kind]: _before, ...others } = store.get()
  store.set(importId ? { ...others, [kind]: importId } : others)
}

// Anyone who signs in next has imports of their own.
onToken(() => {
  if (!readToken()) store.set({})
})
