import type { VideoFacts } from './contract.ts'

/** Codec names as the container gives them: `avc`, `hevc`, `aac`. */
export interface Streams {
  mime: string
  videoCodec: string
  audioCodec: string | null
  durationSeconds: number
  width: number
  height: number
}

const containers: Readonly<Record<string, string>> = {
  'video/mp4': 'video/mp4',
  // The same boxes under another name; browsers play it when it is called MP4.
  'video/quicktime': 'video/mp4',
  'video/webm': 'video/webm',
}
const pictures = ['avc', 'vp8', 'vp9', 'av1']
const sounds = [null, 'aac', 'mp3', 'opus', 'vorbis', 'flac']

/** Way in which a video can be played: as it is, by HLS with its streams copied, or by HLS drawn again. */
export function wayOf(streams: Streams): Pick<VideoFacts, 'mime' | 'direct' | 'hls'> {
  const { videoCodec, audioCodec } = streams
  const container = containers[streams.mime]
  const direct = container !== undefined && pictures.includes(videoCodec) && sounds.includes(audioCodec)
  const copies = videoCodec === 'avc' && (audioCodec === null || audioCodec === 'aac')
  return {
    mime: direct ? container : streams.mime,
    direct,
    hls: copies ? 'copy' : direct ? null : 'encode',
  }
}

const longest = 24 * 3600
const widest = 8192

/** True if measures are those of a real video: at most a day long, at most 8192 pixels a side. */
export function isPlausible({ durationSeconds, width, height }: Streams): boolean {
  return (
    durationSeconds > 0 &&
    durationSeconds <= longest &&
    width > 0 &&
    width <= widest &&
    height > 0 &&
    height <= widest
  )
}
