/** The three kinds of alert of the specification. */
export type NoticeKind = 'success' | 'error' | 'prompt'
export interface Notice {
  id: number
  kind: NoticeKind
  text: string
  traceId?: string | undefined
}

let notices: readonly Notice[] = []
let serial = 0
const listeners = new Set<() => void>()

function publish(next: readonly Notice[]): void {
  notices = next
  listeners.forEach((listener) => listener())
}

/** Shows a notice: errors and prompts for 5 s, successes for 2.5 s. */
export function notify(kind: NoticeKind, text: string, traceId?: string): void {
  if (notices.some((notice) => notice.text === text)) return
  const notice = { id: ++serial, kind, text, traceId }
  publish([...notices.slice(-3), notice])
  setTimeout(() => dismiss(notice.id), kind === 'success' ? 2500 : 5000)
}

export function dismiss(id: number): void {
  publish(notices.filter((notice) => notice.id !== id))
}

export function currentNotices(): readonly Notice[] {
  return notices
}

export function onNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
