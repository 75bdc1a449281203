import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** A picture in a file that is there as long as it is used. */
interface Drawn {
  path: string
  width: number
  height: number
  bytes: number
}

/** Draws an SVG as a JPEG picture and uses its file. */
export async function withPicture<T>(svg: string, use: (drawn: Drawn) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'jixu-demo-'))
  try {
    const path = join(folder, 'picture.jpg')
    const { width, height, size: bytes } = await sharp(Buffer.from(svg)).jpeg().toFile(path)
    return await use({ path, width, height, bytes })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
