/** Limits of a video and its subtitles. */
export const videoLimits = {
  bytes: 4 * 1024 ** 3,
  subtitleBytes: 1024 * 1024,
} as const

/** Media types a video's first bytes may have; whether it plays is found when all of it is there. */
export const videoTypes: readonly string[] = [
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/webm',
  'video/matroska',
  'video/x-matroska',
  'video/vnd.avi',
  'video/x-msvideo',
  'video/x-flv',
  'video/x-ms-asf',
  'video/x-ms-wmv',
  'video/mpeg',
  'video/MP1S',
  'video/MP2P',
  'video/mp2t',
  'video/3gpp',
  'video/3gpp2',
]

const moment = String.raw`(?:(\d{1,3})\s*[:：]\s*)?(\d{1,2})\s*[:：]\s*(\d{1,2})(?:\s*[.,，:：]\s*(\d{1,3}))?`
const timing = new RegExp(String.raw`^\s*${moment}\s*(?:-+|–|—)\s*[>＞]\s*${moment}(?!\d)(.*)$`)
/** Settings of a cue that WebVTT knows; those of SRT are no words either. */
const setting = /^(?:vertical|line|position|size|align):\S+$/

/** Times of a cue as WebVTT writes them; null for another line, or where nothing would be seen. */
function timesOf(line: string): string | null {
  const found = timing.exec(line)
  if (!found) return null
  const [from, to] = [1, 5].map((at) => {
    const [hours, minutes, seconds, part = ''] = found.slice(at, at + 4)
    const clock = [...(hours === undefined ? [] : [hours]), minutes!, seconds!]
    return `${clock.map((digits) => digits.padStart(2, '0')).join(':')}.${part.padEnd(3, '0')}`
  })
  const settings = found[9]!.split(/\s+/).filter((word) => setting.test(word))
  return [`${from} --> ${to}`, ...settings].join(' ')
}

/** The lines of a cue's text: without blank ones, arrows that would be times, and marks of another format. */
const wordsOf = (lines: readonly string[]) =>
  lines
    .map((line) =>
      line
        .replaceAll('-->', '→')
        .replace(/\{\\[^{}]*\}/g, '')
        .trimEnd(),
    )
    .filter((line) => line.trim() !== '')

/**
 * Subtitles as WebVTT with their count, read as players read them: SRT or WebVTT, with or without blank lines, numbers
 * and hours, times of one to three decimals after a comma or a point. Null for what has no timed text. Notes, styles and
 * regions are dropped, so that nothing but timed text is left.
 */
export function subtitlesOf(text: string): { vtt: string; cues: number } | null {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?|[\f\u2028\u2029]/g, '\n')
  if (/[^\P{Cc}\t\n]/u.test(clean)) return null
  const isVtt = clean.startsWith('WEBVTT')
  const cues: { times: string; lines: string[] }[] = []
  let isAside = false
  let isAfterBlank = true
  for (const line of clean.split('\n')) {
    const isBlank = line.trim() === ''
    const times = timesOf(line)
    const lines = cues.at(-1)?.lines
    if (times !== null) {
      // A number or a name stands right above the times of a cue.
      const above = lines?.at(-1)?.trim() ?? ''
      const isAlone = lines !== undefined && lines.length > 1 && lines.at(-2)!.trim() === ''
      if (/^\d+$/.test(above) || (isAlone && above !== '')) lines!.pop()
      cues.push({ times, lines: [] })
      isAside = false
    } else {
      if (isBlank) isAside = false
      else if (isVtt && isAfterBlank && /^(?:NOTE|STYLE|REGION)(?![^\s])/.test(line)) isAside = true
      if (!isAside) lines?.push(line)
    }
    isAfterBlank = isBlank
  }
  const seen = cues
    .map(({ times, lines }) => ({ times, words: wordsOf(lines) }))
    .filter(({ words }) => words.length > 0)
  if (seen.length === 0) return null
  const written = seen.map(({ times, words }) => [times, ...words].join('\n'))
  return { vtt: `WEBVTT\n\n${written.join('\n\n')}\n`, cues: seen.length }
}
