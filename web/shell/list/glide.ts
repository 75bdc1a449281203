/** Time the way to the top of a page takes after paging, in milliseconds. */
const glideTime = 800

/** Scrolls smoothly to the top after paging; immediately with reduced motion. */
export function glideToTop(): void {
  const from = window.scrollY
  if (from === 0) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return window.scrollTo(0, 0)
  let start: number | undefined
  const step = (now: number) => {
    start ??= now
    const gone = Math.min(1, (now - start) / glideTime)
    window.scrollTo(0, from * (1 - gone) ** 2)
    if (gone < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
