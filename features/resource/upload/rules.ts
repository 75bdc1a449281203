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

const timing = /^((?:\d{1,3}:)?\d{2}:\d{2})[.,](\d{3})\s+-->\s+((?:\d{1,3}:)?\d{2}:\d{2})[.,](\d{3})(.*)$/

/**
 * Subtitles as WebVTT with their count: WebVTT as it is, SRT turned into it. Null for what is neither.
 * Notes, styles and regions of a file are dropped, so that nothing but timed text is left.
 */
export function subtitlesOf(text: string): { vtt: string; cues: number } | null {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (/[^\P{Cc}\t\n]/u.test(clean)) return null
  const cues = clean.split(/\n{2,}/).flatMap((block) => {
    const lines = block.trim().split('\n')
    const at = lines.findIndex((line) => timing.test(line.trim()))
    if (at < 0 || at > 1) return []
    const [, from, fromMs, to, toMs, settings] = timing.exec(lines[at]!.trim())!
    const words = lines
      .slice(at + 1)
      .join('\n')
      .replaceAll('-->', '→')
    return words.trim() === '' ? [] : [`${from}.${fromMs} --> ${to}.${toMs}${settings}\n${words}`]
  })
  if (cues.length === 0) return null
  return { vtt: `WEBVTT\n\n${cues.join('\n\n')}\n`, cues: cues.length }
}
