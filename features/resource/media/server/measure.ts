import { Worker } from 'node:worker_threads'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { refuse } from '../../../../contract/refusal.ts'
import { mediaRefusals, type VideoFacts } from '../contract.ts'
import { isPlausible, type Streams, wayOf } from '../rules.ts'
import type { Reading } from './reader.ts'
import { findTool, runTool, untrustedInput } from './tool.ts'

const timeout = 30_000

function readInThread(path: string): Promise<Reading> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./reader.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    })
    const end = (reading: Reading) => {
      clearTimeout(timer)
      resolve(reading)
      void worker.terminate()
    }
    const timer = setTimeout(() => end('unreadable'), timeout)
    worker.once('message', end)
    worker.once('error', () => end('unreadable'))
    worker.once('exit', () => end('unreadable'))
  })
}

const Probe = Type.Object({
  streams: Type.Array(
    Type.Object({
      codec_type: Type.String(),
      codec_name: Type.Optional(Type.String()),
      width: Type.Optional(Type.Integer()),
      height: Type.Optional(Type.Integer()),
      disposition: Type.Optional(Type.Object({ attached_pic: Type.Optional(Type.Integer()) })),
    }),
  ),
  format: Type.Object({ format_name: Type.String(), duration: Type.Optional(Type.String()) }),
})

const probedMimes: Readonly<Record<string, string>> = {
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  asf: 'video/x-ms-wmv',
  mpeg: 'video/mpeg',
  matroska: 'video/x-matroska',
}
const probedCodecs: Readonly<Record<string, string>> = { h264: 'avc' }
const codecOf = (name: string | undefined) => probedCodecs[name ?? ''] ?? name ?? 'unknown'

/** Streams as ffprobe reports them, or in which way there are none. */
function streamsOf(found: Static<typeof Probe>): Reading {
  const video = found.streams.find((s) => s.codec_type === 'video' && s.disposition?.attached_pic !== 1)
  const audio = found.streams.find((s) => s.codec_type === 'audio')
  if (!video) return audio ? 'noPicture' : 'unreadable'
  return {
    mime: probedMimes[found.format.format_name.split(',')[0]!] ?? 'application/octet-stream',
    videoCodec: codecOf(video.codec_name),
    audioCodec: audio ? codecOf(audio.codec_name) : null,
    durationSeconds: Number(found.format.duration),
    width: video.width ?? 0,
    height: video.height ?? 0,
  }
}

async function probe(ffprobe: string, path: string): Promise<Reading> {
  const args = ['-v', 'error', ...untrustedInput, '-of', 'json', '-show_format', '-show_streams']
  try {
    const found: unknown = JSON.parse(
      await runTool(ffprobe, [...args, path], { seconds: 30, cpuSeconds: 20 }),
    )
    return Value.Check(Probe, found) ? streamsOf(found) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

/**
 * Measures a video file. Refuses (422) what is no video, has no picture, was cut off, or is in an encoding that
 * no browser plays while this machine has no ffmpeg to draw it again.
 */
export async function measureVideo(path: string): Promise<VideoFacts> {
  const ffprobe = findTool('ffprobe')
  let reading = await readInThread(path)
  if (reading === 'unreadable' && ffprobe) reading = await probe(ffprobe, path)
  if (reading === 'noPicture') refuse(mediaRefusals.noPicture)
  if (reading === 'damaged') refuse(mediaRefusals.damaged)
  if (reading === 'unreadable' || !isPlausible(reading)) return refuse(mediaRefusals.notVideo)
  const streams: Streams = reading
  const way = wayOf(streams)
  if (!way.direct && !findTool('ffmpeg')) refuse(mediaRefusals.codec, { codec: streams.videoCodec })
  return {
    ...way,
    durationSeconds: Math.round(streams.durationSeconds * 1000) / 1000,
    width: streams.width,
    height: streams.height,
  }
}
