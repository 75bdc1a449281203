import { useEffect } from 'react'
import { nameTab } from './tabs.ts'
import { useView } from './view.ts'

/** Names the subject of a page in its tab, the breadcrumb and the window's title; undefined until it is loaded. */
export function useSubject(name: string | undefined): void {
  const { key } = useView()
  useEffect(() => {
    if (name) nameTab(key, name)
  }, [key, name])
}
