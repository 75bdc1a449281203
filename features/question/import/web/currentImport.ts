import { create } from '../../../../web/shell/store.ts'
import { onToken, readToken } from '../../../../web/token.ts'

/** An import that was begun in this browser, and the bank it goes into. */
export interface CurrentImport {
  importId: string
  bankId: string
}

const key = 'question-import'

function remembered(): CurrentImport | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as CurrentImport | null
  } catch {
    return null
  }
}

const store = create(remembered(), (now) =>
  now ? localStorage.setItem(key, JSON.stringify(now)) : localStorage.removeItem(key),
)

/** Kept above the pages and over reloads: an import goes on whatever view is shown. */
export const useCurrentImport = store.use
export const setCurrentImport = store.set

// Whoever signs in next has imports of their own.
onToken(() => {
  if (!readToken()) store.set(null)
})
