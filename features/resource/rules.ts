/** Default lifetime of a play URL in seconds: one long session, and no more. */
export const playSeconds = 4 * 3600

/** The account name under which everybody may look into a trial video. */
export const trialAccount = 'trial'

/** Name of a file without its extension. */
export const bareName = (name: string) => name.replace(/\.[a-z0-9]{2,5}$/i, '')

/** A title from a file's name: without its extension and with spaces for underscores. */
export const titleOf = (name: string) => (bareName(name).replaceAll('_', ' ').trim() || name).slice(0, 120)

type ByteRange = { start: number; end: number }

/**
 * The range a Range header requests of a file of so many bytes: a part of it; `null` for all of it, which is also the
 * answer to several parts and to what is no range (RFC 9110, 14.2); or that no byte of it is there.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [, from, to] = match
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** A playlist whose parts carry the signature of the URL it was requested with. */
export function signPlaylist(playlist: string, folder: string, query: string): string {
  const signed = (name: string) => `${folder}${name}?${query}`
  return playlist
    .split('\n')
    .map((line) =>
      line === '' || line.startsWith('#')
        ? line.replace(/URI="([^"]+)"/, (_, name: string) => `URI="${signed(name)}"`)
        : signed(line),
    )
    .join('\n')
}
