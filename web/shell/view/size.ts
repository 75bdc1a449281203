import { setCookie, readCookie } from './cookie.ts'
import { create } from './store.ts'

/** Sizes of the back office, as its selector offers them. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

/** Names of the sizes in the kit; the smallest is its small one with compact spacing. */
export const kitSizes = {
  default: { size: 'large', compact: false },
  medium: { size: 'medium', compact: false },
  small: { size: 'small', compact: false },
  mini: { size: 'small', compact: true },
} as const satisfies Record<Size, { size: 'large' | 'medium' | 'small'; compact: boolean }>

const cookie = 'size'

function remembered(): Size {
  const saved = readCookie(cookie)
  return sizes.find((size) => size === saved) ?? 'medium'
}

const store = create<Size>(remembered(), (size) => setCookie(cookie, size))

/** The size in use: medium until the reader chooses another, and then that one in this browser. */
export const currentSize = store.get
export const useSize = store.use
export const changeSize = store.set
