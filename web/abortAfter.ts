/**
 * A signal that aborts after so many milliseconds, or with another signal, unless it is disarmed before; the browser's
 * own ways to say so are younger than the oldest browsers of `floor.ts`.
 */
export function abortAfter(ms: number, other?: AbortSignal): { signal: AbortSignal; disarm: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms)
  // A test in Node.js ends without waiting for it.
  ;(timer as { unref?: () => void }).unref?.()
  const disarm = () => {
    clearTimeout(timer)
    other?.removeEventListener('abort', follow)
  }
  function follow() {
    disarm()
    controller.abort(other!.reason)
  }
  if (other?.aborted) follow()
  else other?.addEventListener('abort', follow)
  return { signal: controller.signal, disarm }
}
