import { useEffect, useState, useSyncExternalStore } from 'react'

/** Below this width in pixels the sidebar is a drawer. */
const breakpoint = 992
/** Time a window must rest before it counts as resized, in milliseconds. */
const rest = 100

const narrow = matchMedia(`(max-width: ${breakpoint - 1}px)`)

/** Reports when the window became narrow or wide, after resizing stopped; returns the function that unsubscribes. */
export function onNarrow(notify: (is: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(() => notify(narrow.matches), rest)
  }
  narrow.addEventListener('change', onChange)
  return () => {
    clearTimeout(timer)
    narrow.removeEventListener('change', onChange)
  }
}

/** True if the window is below 992 px. */
export function useNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches)
  useEffect(() => {
    return onNarrow(setIs)
  }, [])
  return is
}

const phone = matchMedia('(max-width: 767px)')

function onPhone(notify: () => void): () => void {
  phone.addEventListener('change', notify)
  return () => phone.removeEventListener('change', notify)
}

/** True if the window is below 768 px, where rows of a list are cards. */
export function usePhone(): boolean {
  return useSyncExternalStore(onPhone, () => phone.matches)
}
