import type { ComponentType } from 'react'

/** One page of the product: its path, its frame, its title in both languages, and the code that draws it. */
export interface Page {
  path: string
  /** `learner`: top bar and bottom tabs; `bare`: the page alone; `admin`: the back-office shell. */
  frame: 'learner' | 'bare' | 'admin'
  title: readonly [zh: string, en: string]
  load: () => Promise<{ default: ComponentType }>
  /** Not in the sidebar; reachable from its list. */
  hidden?: boolean
  /** Not kept alive in its tab. */
  noCache?: boolean
  /** A tab that cannot be closed. */
  affix?: boolean
  /** Order in the sidebar group. */
  sort?: number
}
