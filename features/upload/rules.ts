const gib = 1024 ** 3

/** Limits of every upload, whatever it is for. */
export const uploadLimits = {
  /** Sent in one request: small enough to arrive within a minute over a slow line. */
  chunkBytes: 4 * 1024 * 1024,
  /** Unfinished ones of one account. */
  open: 20,
  /** Bytes that the unfinished ones of one account come to. */
  openBytes: 20 * gib,
  /** Within which an announced one must begin. */
  beginMinutes: 60,
  /** Bytes that stay free on the disk. */
  reserve: gib / 2,
  /** Age at which bytes are removed that nobody has added to or used. */
  hours: 24,
} as const

/** Path of the tus protocol. */
export const tusPath = '/upload/tus'

/** A number of bytes as shown for a limit: `4 GB`, `50 MB`. */
export function limitText(bytes: number): string {
  return bytes >= gib ? `${bytes / gib} GB` : `${bytes / 1024 ** 2} MB`
}
