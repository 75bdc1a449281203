import { avatarLimits } from '../rules.ts'

/** A chosen picture, decoded: its address within this window and its size in pixels. */
export interface Picture {
  url: string
  width: number
  height: number
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

/** Cuts a part out of a picture, drawn at the size that is kept. */
export async function cut(
  picture: Picture,
  part: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const image = new Image()
  image.src = picture.url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = avatarLimits.width
  canvas.height = avatarLimits.height
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))), 'image/png')
  })
}
