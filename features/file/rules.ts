/** Limits of an uploaded image. */
export const imageLimits = {
  /** Maximum size of the file, in kb of 1024 bytes; the specification's figure. */
  kilobytes: 10_240,
  /** Maximum pixels of the picture: more would take more than 200 MB to draw. */
  pixels: 50_000_000,
  /** A longer side is drawn smaller. */
  side: 4096,
  /** Images one account may upload a day. */
  perDay: 300,
} as const

/** After how many hours a picture that nobody used is removed; its uploader's address holds no longer than that. */
export const unusedHours = 48

/** The specification's words, the same in every language. */
export const imageFaults = {
  type: 'Image only',
  size: `Image exceeds size limit: ${imageLimits.kilobytes}kb`,
  failed: 'Upload failed',
} as const

/** Returns the problem with a chosen file before it is read, or null. */
export function imageFault(file: { type: string; size: number }): string | null {
  if (!file.type.startsWith('image/')) return imageFaults.type
  return file.size > imageLimits.kilobytes * 1024 ? imageFaults.size : null
}

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** Returns the problem with a picture from which a part of at least this size is to be cut, or null. */
export function dimensionFault(picture: Size, least: Size): string | null {
  const isEnough = picture.width >= least.width && picture.height >= least.height
  return isEnough ? null : `Image's size is too low. Expected at least: ${least.width}*${least.height}`
}

/** Range of the cropper's slider. */
export const zoomRange = { min: 0, max: 100 } as const

/**
 * Scale at which a picture is drawn for a position of the slider: at 0 it fills the frame, which has the shape of
 * `least`; at 100 the part in the frame is cut from the fewest pixels that are still enough, and from a third of the
 * side at most.
 */
export function scaleOf(zoom: number, picture: Size, least: Size): number {
  const { min, max } = zoomRange
  const part = (Math.min(max, Math.max(min, zoom)) - min) / (max - min)
  const times = Math.min(picture.width / least.width, picture.height / least.height)
  return 1 + part * (Math.max(1, Math.min(3, times)) - 1)
}

/** Size at which a part is stored: its own, between the two, in their shape. */
export function storedSize(part: Size, least: Size, most: Size): Size {
  const width = Math.min(most.width, Math.max(least.width, Math.round(part.width)))
  return { width, height: Math.round((width * most.height) / most.width) }
}

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' }

/** The media type of a public picture by its key, or null for what is no such key: nothing else is served. */
export function pictureTypeOf(key: string): string | null {
  const extension = /^(?:image|poster)\/\d{4}\/[0-9a-f-]{36}\.(jpg|png)$/.exec(key)?.[1]
  return extension ? types[extension]! : null
}

/** The URL of a stored picture; null stays null. */
export function picturePath<K extends string | null>(key: K): K {
  return (key === null ? null : `/media/image/${key}`) as K
}

/** True for the address of a picture stored here: complete, and without a host, a query or a way around. */
export function isPicturePath(address: string): boolean {
  const root = picturePath('')
  return address.startsWith(root) && pictureTypeOf(address.slice(root.length)) !== null
}
