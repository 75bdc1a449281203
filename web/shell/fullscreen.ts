import { notify } from '../notice.ts'

/** Fills the screen with the product, or gives it back; a browser that cannot is told so in the specification's words. */
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
