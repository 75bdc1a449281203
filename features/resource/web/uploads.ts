import type { Upload } from 'tus-js-client'
import { CallRefused, send } from '../../../web/client.ts'
import { create } from '../../../web/shell/view/store.ts'
import { onToken, readToken, tokenHeader } from '../../../web/token.ts'
import { currentLocale } from '../../../web/words.ts'
import { resourceCalls } from '../contract.ts'
import { titleOf } from '../rules.ts'
import { uploadCalls } from '../upload/contract.ts'

/** Files that a choice of videos offers. */
export const videoFiles = 'video/*,.mp4,.m4v,.mov,.webm,.mkv,.avi,.flv,.wmv,.mpg,.mpeg'

/** One video on its way, from the choice of the file to the library. */
export interface VideoUpload {
  key: number
  name: string
  bytes: number
  sent: number
  /** `failed` may be gone on with, `refused` may not; `held` is sent and waits for its list. */
  state: 'waiting' | 'sending' | 'checking' | 'paused' | 'failed' | 'refused' | 'held' | 'arrived'
  /** Reason for which it stopped or waits: a sentence of the server, or one of the words below. */
  problem: string | null
  /** True for one that a list adds to the library. */
  listed: boolean
  /** Once it has begun. */
  uploadId?: string
  /** The video of the library it became. */
  resourceId?: string
  /** A video with the same content, whose file serves both. */
  sameAs: string | null
}

interface Task {
  file: File
  categoryId: string | null
  upload: Upload | null
}

/** Outside the pages: uploads continue whatever view is shown. */
const store = create<readonly VideoUpload[]>([])
export const useUploads = store.use
const tasks = new Map<number, Task>()
let serial = 0

const find = (key: number) => store.get().find((one) => one.key === key)
const change = (key: number, to: Partial<VideoUpload>) =>
  store.set(store.get().map((one) => (one.key === key ? { ...one, ...to } : one)))
/** Ends the wait that the server asked for, during which nothing begins; null where it asked for none. */
let rest: ReturnType<typeof setTimeout> | null = null

const isRunning = (one: VideoUpload) => one.state === 'sending' || one.state === 'checking'

/** Those that are not finished. */
export const openUploads = (uploads: readonly VideoUpload[]) =>
  uploads.filter((one) => isRunning(one) || one.state === 'waiting').length

/**
 * Puts files in the queue, for a folder or for a list that adds them; one is sent at a time, so that the first is there
 * soonest.
 */
export function addVideos(files: readonly File[], into: { categoryId: string | null } | 'list'): void {
  for (const file of files) {
    const key = ++serial
    const listed = into === 'list'
    tasks.set(key, { file, categoryId: listed ? null : into.categoryId, upload: null })
    const fresh = { key, name: file.name, bytes: file.size, sent: 0, listed }
    store.set([...store.get(), { ...fresh, state: 'waiting', problem: null, sameAs: null }])
  }
  next()
}

function next(): void {
  if (rest !== null || store.get().some(isRunning)) return
  const waiting = store.get().find((one) => one.state === 'waiting')
  if (waiting) void start(waiting.key)
}

/** Puts a file back in the queue, which goes on when the server may be asked again. */
function waitFor(key: number, { message, retryAfter }: CallRefused): void {
  change(key, { state: 'waiting', problem: message })
  rest ??= setTimeout(() => {
    rest = null
    next()
  }, retryAfter! * 1000)
}

/**
 * Stops at an error: at a refusal of the file for good, at a limit for as long as the server says, at anything else until
 * it is gone on with.
 */
function stop(key: number, error: unknown): void {
  if (error instanceof CallRefused && error.retryAfter !== undefined) return waitFor(key, error)
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null })
    .originalResponse
  const status = error instanceof CallRefused ? error.respCode : response?.getStatus()
  if (status === 401) change(key, { state: 'failed', problem: 'signedOut' })
  else
    change(key, {
      state: status === 422 ? 'refused' : 'failed',
      problem: sentenceOf(error, response?.getBody()),
    })
  next()
}

/** The sentence of a refusal, or the word for a broken line. */
function sentenceOf(error: unknown, body: string | undefined): string {
  if (error instanceof CallRefused) return error.message
  try {
    return (JSON.parse(body ?? '') as { respDesc: string }).respDesc
  } catch {
    return 'interrupted'
  }
}

async function start(key: number): Promise<void> {
  const task = tasks.get(key)!
  const { file } = task
  change(key, { state: 'sending', problem: null })
  try {
    if (!task.upload) {
      await send(
        uploadCalls.uploadResourceCheck,
        { type: 'video', file: file.slice(0, 65_536) },
        { quiet: true },
      )
    }
    const announced = await send(
      uploadCalls.getUploadToken,
      { name: file.name, bytes: file.size },
      { quiet: true },
    )
    // The list of videos does not wait for what only sends them.
    const tus = await import('tus-js-client')
    const upload = new tus.Upload(file, {
      endpoint: announced.endpoint,
      chunkSize: announced.chunkBytes,
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000],
      metadata: { token: announced.token, name: file.name },
      onBeforeRequest(request) {
        request.setHeader('token', tokenHeader() ?? '')
        request.setHeader('accept-language', currentLocale())
      },
      onProgress(sent) {
        if (find(key)?.state === 'sending') {
          change(key, { sent, state: sent === file.size ? 'checking' : 'sending' })
        }
      },
      onError: (error) => stop(key, error),
      onSuccess: () => void save(key, upload),
    })
    task.upload = upload
    const [previous] = await upload.findPreviousUploads()
    if (previous) upload.resumeFromPreviousUpload(previous)
    // Paused meanwhile, or paused and begun again.
    if (find(key)?.state === 'sending' && task.upload === upload) upload.start()
  } catch (error) {
    stop(key, error)
  }
}

async function save(key: number, upload: Upload): Promise<void> {
  const { file, categoryId } = tasks.get(key)!
  const uploadId = upload.url!.split('/').at(-1)!
  if (find(key)?.listed) {
    change(key, { sent: file.size, state: 'held', uploadId })
    return next()
  }
  change(key, { sent: file.size, state: 'checking' })
  try {
    const saved = await send(
      resourceCalls.save,
      { uploadId, title: titleOf(file.name), categoryId },
      { quiet: true },
    )
    change(key, { state: 'arrived', resourceId: saved.id, sameAs: saved.sameAs })
    await forget(upload)
    tasks.delete(key)
  } catch (error) {
    return stop(key, error)
  }
  next()
}

/** The browser remembers the progress of an upload until the video is in the library. */
async function forget(upload: Upload): Promise<void> {
  const storage = upload.options.urlStorage
  for (const previous of await upload.findPreviousUploads())
    await storage?.removeUpload(previous.urlStorageKey)
}

export function pauseUpload(key: number): void {
  const { upload } = tasks.get(key)!
  change(key, { state: 'paused', problem: null })
  void upload?.abort().finally(next)
}

/** Goes on with uploads that were paused or failed, where each stopped. */
export function resumeUploads(keys: readonly number[]): void {
  for (const key of keys) change(key, { state: 'waiting', problem: null })
  next()
}

/** Gives an upload up, on the server as well, or takes a finished one off the list. */
export function dropUpload(key: number): void {
  const task = tasks.get(key)
  tasks.delete(key)
  store.set(store.get().filter((one) => one.key !== key))
  const upload = task?.upload
  if (!upload) return next()
  const gone = upload.url ? upload.abort(true) : upload.abort()
  void gone
    .then(() => forget(upload))
    .catch(() => {})
    .finally(next)
}

/** Takes off the list what was held and does not wait any more: a list has added it. */
export function releaseHeld(waiting: ReadonlySet<string>): void {
  const added = store.get().filter(({ state, uploadId }) => state === 'held' && !waiting.has(uploadId!))
  if (added.length === 0) return
  for (const { key } of added) {
    void forget(tasks.get(key)!.upload!)
    tasks.delete(key)
  }
  store.set(store.get().filter((one) => !added.includes(one)))
}

/** Takes off the list what arrived or was refused. */
export function clearOver(): void {
  store.set(store.get().filter((one) => one.state !== 'arrived' && one.state !== 'refused'))
}

// Anyone who signs out stops sending; files are never sent in another account's name.
onToken(() => {
  if (readToken()) return
  for (const one of store.get()) {
    if (one.state === 'waiting' || isRunning(one)) {
      void tasks.get(one.key)?.upload?.abort()
      change(one.key, { state: 'failed', problem: 'signedOut' })
    }
  }
})
addEventListener('beforeunload', (event) => {
  if (openUploads(store.get()) > 0) event.preventDefault()
})
