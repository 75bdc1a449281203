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
