import { notify } from '../../notice.ts'

/** Enters or leaves full screen; where the browser cannot, shows the specification's message. */
export async function toggleFullscreen(): Promise<void> {
  if (!document.fullscreenEnabled) return notify('prompt', 'you browser can not work')
  if (document.fullscreenElement) await document.exitFullscreen()
  else await document.documentElement.requestFullscreen()
}

/** Calls back when the screen was filled or given back, by whatever hand. */
export function onFullscreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

export function isFullscreen(): boolean {
  return Boolean(document.fullscreenElement)
}
