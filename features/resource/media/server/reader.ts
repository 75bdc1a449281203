import { parentPort, workerData } from 'node:worker_threads'
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny'
import type { Streams } from '../rules.ts'

/** Result of the reader: the streams, or in which way the file is none. */
export type Reading = Streams | 'unreadable' | 'noPicture' | 'damaged'

/** Containers only: a playlist would have the reader open other files. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MPEG_TS]

/** Reads a file's container in a thread of its own, so that a hostile one can be stopped. */
async function read(path: string): Promise<Reading> {
  using input = new Input({ formats, source: new FilePathSource(path) })
  if (!(await input.canRead())) return 'unreadable'
  const video = await input.getPrimaryVideoTrack()
  if (!video) return 'noPicture'
  const audio = await input.getPrimaryAudioTrack()
  const durationSeconds = await input.computeDuration()
  const packets = new EncodedPacketSink(video)
  const first = await packets.getFirstPacket()
  const last = await packets.getPacket(durationSeconds)
  // A file that was cut off knows of packets it no longer has.
  if (!first || !last || first.data.byteLength === 0 || last.data.byteLength === 0) return 'damaged'
  return {
    mime: (await input.getFormat()).mimeType,
    videoCodec: (await video.getCodec()) ?? 'unknown',
    audioCodec: audio ? ((await audio.getCodec()) ?? 'unknown') : null,
    durationSeconds,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await read(workerData as string).catch(() => 'unreadable' as const))
