import { setTimeout as wait } from 'node:timers/promises'

/** Waits until it is so; throws when that takes longer than these seconds. */
export async function until(isSo: () => Promise<boolean>, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It was not so within ${seconds} s: ${isSo}`)
    await wait(10)
  }
}
