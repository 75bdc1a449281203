import sharp, { type Sharp } from 'sharp'
import { ThreadFailure, threadToAsk } from '../askThread.ts'
import type { Face, Pixels } from './faceWorker.ts'
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

/**
 * Finds faces on this machine: nothing leaves it. The thread takes one picture at a time; whatever goes wrong in it is a
 * failure of the channel.
 */
export function localFace({
  seconds = 10,
  idleSeconds = 60,
  inTurn = 20,
  read = pixelsOf,
} = {}): FaceChannel {
  const limits = { seconds, idleSeconds, inTurn, old: 256 }
  const withThread = threadToAsk<Pixels, Face[]>(new URL('./faceWorker.ts', import.meta.url), limits)
  const look = (picture: Buffer) =>
    withThread(async (ask) => {
      for (const around of margins) {
        const pixels = await read(picture, around)
        const faces = await ask(pixels, [pixels.bytes.buffer as ArrayBuffer])
        if (faces.length > 0) return faces
      }
      return []
    })
  return {
    describe: (picture) =>
      look(picture).catch((error: Error) => {
        if (!(error instanceof ThreadFailure)) throw error
        throw new ChannelFailure(`No face was looked for: ${error.message}`, { cause: error })
      }),
  }
}
