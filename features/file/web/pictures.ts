import { CallRefused, send } from '../../../web/client.ts'
import { fetchWithProgress } from '../../../web/fetchWithProgress.ts'
import { create } from '../../../web/shell/view/store.ts'
import { fileCalls } from '../contract.ts'
import { imageFault, imageFaults } from '../rules.ts'

/** A stored picture as a page shows it; sizes in pixels. */
export interface SavedPicture {
  src: string
  width: number
  height: number
}

/** One picture on its way into a text. */
export interface Picture {
  key: number
  name: string
  bytes: number
  /** Address for the browser before the portal has it. */
  preview: string
  /** Share that is sent, from 0 to 1. */
  sent: number
  /** `failed` may be tried again, `refused` may not. */
  state: 'waiting' | 'sending' | 'failed' | 'refused' | 'arrived'
  /** The reason it stopped. */
  problem: string | null
  saved: SavedPicture | null
  /** Description of the picture, for anyone who does not see it. */
  alt: string
}

/** So many are sent at once: the portal draws one at a time. */
const atOnce = 2

/** Returns why pictures cannot be placed yet, or null: one has not arrived, or one has no description. */
export function hindrance(pictures: readonly Picture[]): 'pending' | 'undescribed' | null {
  if (pictures.some(({ state }) => state !== 'arrived')) return 'pending'
  return pictures.some(({ alt }) => alt.trim() === '') ? 'undescribed' : null
}

/** Pictures that are chosen, sent and described together. */
export function openPictures() {
  const store = create<readonly Picture[]>([])
  const files = new Map<number, { file: File; stop: AbortController }>()
  let serial = 0

  const change = (key: number, to: Partial<Picture>) =>
    store.set(store.get().map((one) => (one.key === key ? { ...one, ...to } : one)))

  function next(): void {
    const free = atOnce - store.get().filter(({ state }) => state === 'sending').length
    const waiting = store.get().filter(({ state }) => state === 'waiting')
    for (const { key } of waiting.slice(0, Math.max(0, free))) void start(key)
  }

  async function start(key: number): Promise<void> {
    const { file, stop } = files.get(key)!
    change(key, { state: 'sending', sent: 0, problem: null })
    try {
      const fetch = fetchWithProgress((sent) => change(key, { sent }))
      const { data } = await send(
        fileCalls.uploadImage,
        { file },
        { quiet: true, signal: stop.signal, fetch },
      )
      const saved = { src: data.imagePath, width: data.width, height: data.height }
      change(key, { state: 'arrived', sent: 1, saved })
    } catch (error) {
      if (!files.has(key)) return
      if (!(error instanceof CallRefused)) throw error
      // A failure shows the specification's message; any other refusal shows its own reason.
      const failed = [-1, 0, 500].includes(error.respCode)
      const problem = failed ? imageFaults.failed : error.message
      change(key, { state: error.respCode === 422 ? 'refused' : 'failed', problem })
    } finally {
      next()
    }
  }

  return {
    use: store.use,
    get: store.get,
    /** Takes files in and sends them, except for those that are no image or too large. */
    add(chosen: Iterable<File>): void {
      for (const file of chosen) {
        const key = ++serial
        const problem = imageFault(file)
        files.set(key, { file, stop: new AbortController() })
        const fresh = { key, name: file.name, bytes: file.size, sent: 0, problem, saved: null, alt: '' }
        const preview = problem ? '' : URL.createObjectURL(file)
        store.set([...store.get(), { ...fresh, preview, state: problem ? 'refused' : 'waiting' }])
      }
      next()
    },
    /** Sends again what failed. */
    retry(key: number): void {
      change(key, { state: 'waiting', problem: null })
      next()
    },
    describe: (key: number, alt: string) => change(key, { alt }),
    /** Takes a picture off the list, and stops it if it is on its way. */
    remove(key: number): void {
      const gone = store.get().find((one) => one.key === key)
      const stop = files.get(key)?.stop
      files.delete(key)
      store.set(store.get().filter((one) => one.key !== key))
      if (gone?.preview) URL.revokeObjectURL(gone.preview)
      stop?.abort()
      next()
    },
  }
}
export type Pictures = ReturnType<typeof openPictures>
