import type { Size } from '../rules.ts'

/** A chosen picture, decoded: its address within this window and its size in pixels. */
export interface Picture extends Size {
  url: string
}

/** Decodes a chosen file; rejects what is no picture. */
export async function openPicture(file: File): Promise<Picture> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
  return { url, width: image.naturalWidth, height: image.naturalHeight }
}

/** Cuts a part out of a picture, drawn at a size; a JPEG has no background of its own. */
export async function cut(
  picture: Picture,
  part: Size & { x: number; y: number },
  { width, height }: Size,
  type: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const image = new Image()
  image.src = picture.url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('the canvas is empty')))
    canvas.toBlob(done, type, 0.92)
  })
}
