import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { imageRefusals } from '../contract.ts'
import { imageLimits } from '../rules.ts'

const accepted: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
}

const queueLimit = 40
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/** One picture at a time: a decoded one takes hundreds of megabytes. Refuses (503) when too many wait. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= queueLimit) refuse(commonRefusals.overloaded)
  waiting++
  const turn = last.then(work).finally(() => waiting--)
  last = turn.catch(() => {})
  return turn
}

export interface Redrawn {
  path: string
  extension: '.jpg' | '.png'
  bytes: number
  width: number
  height: number
}

/**
 * Draws an image again beside itself: upright, at most 4096 pixels a side, without metadata or anything that
 * was appended. The bytes decide what it is, never its name. Refuses what is no image, and what does not decode
 * or would flood the memory.
 */
export async function redraw(path: string): Promise<Redrawn> {
  const found = await fileTypeFromFile(path)
  const format = found ? accepted[found.mime] : undefined
  if (!format) refuse(imageRefusals.imageOnly)
  return inTurn(async () => {
    try {
      const source = sharp(path, { limitInputPixels: imageLimits.pixels, failOn: 'truncated', pages: 1 })
      const seen = await source.metadata()
      if (seen.format !== format) throw new Error(`${found!.mime} decodes as ${seen.format}`)
      const picture = source.autoOrient().resize({
        width: imageLimits.side,
        height: imageLimits.side,
        fit: 'inside',
        withoutEnlargement: true,
      })
      const opaque = !seen.hasAlpha
      const target = `${path}-redrawn`
      const drawn = await (opaque ? picture.jpeg({ quality: 82, mozjpeg: true }) : picture.png()).toFile(
        target,
      )
      return {
        path: target,
        extension: opaque ? '.jpg' : '.png',
        bytes: drawn.size,
        width: drawn.width,
        height: drawn.height,
      }
    } catch {
      return refuse(imageRefusals.failed)
    }
  })
}
