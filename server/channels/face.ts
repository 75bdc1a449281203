import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { commonRefusals, refuse } from '../../contract/refusal.ts'
import type { Face, FaceAnswer, Pixels } from './faceWorker.ts'
import { ChannelFailure } from './payment.ts'

/** Detector that finds and describes faces. May throw ChannelFailure. */
export interface FaceChannel {
  /** The largest two faces in an encoded picture, the largest first; none when there is none. */
  describe(picture: Buffer): Promise<Face[]>
}

/** Faces are looked for in no more pixels a side than this. */
const side = 640
/**
 * Margins put around a picture, as parts of its longer side. A face that fills a picture, as in a photo for a
 * document, is found only with something around it; small ones are better found without.
 */
const margins = [0, 0.3]

const raw = (picture: Sharp) =>
  picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })

async function pixelsOf(picture: Buffer, around: number): Promise<Pixels> {
  const { data, info } = await raw(
    sharp(picture)
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }),
  )
  const margin = Math.round(around * Math.max(info.width, info.height))
  const each = { top: margin, bottom: margin, left: margin, right: margin, background: '#808080' }
  const { width, height, channels } = info
  const whole = await raw(sharp(data, { raw: { width, height, channels } }).extend(each))
  return {
    bytes: new Uint8Array(whole.data),
    margin,
    width: whole.info.width,
    height: whole.info.height,
  }
}

/** One picture sent to the thread; whatever goes wrong in it is a failure of the channel. */
function answerOf(worker: Worker, pixels: Pixels, seconds: number): Promise<FaceAnswer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', broke).off('exit', ended)
      settle()
    }
    const fail = (why: string, cause?: unknown) =>
      end(() => reject(new ChannelFailure(`No face was looked for: ${why}`, { cause })))
    const answered = (answer: FaceAnswer) => end(() => resolve(answer))
    const broke = (error: unknown) => fail('the thread broke', error)
    const ended = (code: number) => fail(`the thread ended with ${code}`)
    const timer = setTimeout(() => fail(`not done in ${seconds} s`), seconds * 1000)
    worker.on('message', answered).on('error', broke).on('exit', ended)
    // It may have ended while the picture was read, when nobody listened.
    if (worker.threadId === -1) return fail('the thread had ended')
    worker.postMessage(pixels, [pixels.bytes.buffer as ArrayBuffer])
  })
}

/**
 * Finds faces on this machine: nothing leaves it. A thread of its own is started by the first picture and let go when
 * it was idle for a while. It takes one picture at a time; as many as `inTurn` may be on their way, and more are
 * refused (503).
 */
export function localFace({
  seconds = 10,
  idleSeconds = 60,
  inTurn = 20,
  read = pixelsOf,
} = {}): FaceChannel {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function letGo(): void {
    clearTimeout(idle)
    void worker?.terminate()
    worker = null
  }

  async function look(picture: Buffer): Promise<Face[]> {
    clearTimeout(idle)
    worker ??= new Worker(new URL('./faceWorker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    worker.ref()
    try {
      let faces: Face[] = []
      for (const around of margins) {
        if (faces.length > 0) break
        const answer = await answerOf(worker, await read(picture, around), seconds)
        if ('failed' in answer) throw new ChannelFailure(`No face was looked for: ${answer.failed}`)
        faces = answer.faces
      }
      // Neither the thread nor its timer keeps a process alive that has nothing else to do.
      worker.unref()
      idle = setTimeout(letGo, idleSeconds * 1000).unref()
      return faces
    } catch (error) {
      letGo()
      throw error
    }
  }

  return {
    describe(picture) {
      if (waiting >= inTurn) refuse(commonRefusals.overloaded)
      waiting++
      const turn = last.then(() => look(picture)).finally(() => waiting--)
      last = turn.catch(() => {})
      return turn
    },
  }
}
