import { after } from 'node:test'

const open: (() => Promise<unknown>)[] = []

/** Closes something, last opened first, when the tests of its file have ended; until then it stays open. */
export function closeAtEnd(close: () => Promise<unknown>): void {
  open.push(close)
}

/** Closes what the file has opened, as far as it can be. */
export async function closeAll(): Promise<void> {
  for (let close = open.pop(); close; close = open.pop()) await close().catch(() => {})
}

after(closeAll)
