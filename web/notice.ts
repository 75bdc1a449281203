/** The three kinds of alert of the specification. */
type NoticeKind = 'success' | 'error' | 'prompt'
export interface Notice {
  id: number
  kind: NoticeKind
  text: string
  traceId?: string | undefined
  /** Link that leads on: its text, and its address within the product. */
  way?: { label: string; to: string } | undefined
}

/** Time a notice is shown, in milliseconds; one with a link stays twice as long. */
const noticeTime = 5000

let notices: readonly Notice[] = []
let serial = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function publish(next: readonly Notice[]): void {
  notices = next
  listeners.forEach((listener) => listener())
}

/** Lets a notice go when its time is over; a reader who points at it holds it. */
export function release(id: number): void {
  hold(id)
  const leadsOn = notices.some((notice) => notice.id === id && notice.way)
  const timer = setTimeout(
    () => {
      timers.delete(id)
      dismiss(id)
    },
    leadsOn ? 2 * noticeTime : noticeTime,
  )
  timers.set(id, timer)
}

/** Keeps a notice until it is released or dismissed. */
export function hold(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

/** Shows a notice for 5 s; the same words again begin their time again. At most four are shown at a time. */
export function notify(kind: NoticeKind, text: string, traceId?: string, way?: Notice['way']): void {
  const same = notices.find((notice) => notice.text === text && notice.kind === kind)
  if (same && same.traceId === traceId) return release(same.id)
  const notice = { id: ++serial, kind, text, traceId, way }
  for (const gone of notices.slice(0, -3)) hold(gone.id)
  publish([...notices.slice(-3), notice])
  release(notice.id)
}

export function dismiss(id: number): void {
  hold(id)
  publish(notices.filter((notice) => notice.id !== id))
}

export function currentNotices(): readonly Notice[] {
  return notices
}

export function onNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
