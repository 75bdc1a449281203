import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { VideoFacts } from '../contract.ts'
import { measureVideo } from './measure.ts'
import { posterOf } from './poster.ts'
import { segmentVideo } from './segments.ts'
import { findTool, stopTools } from './tool.ts'

/** Facts about a video once the server has read all of it. */
interface Examined {
  facts: VideoFacts
  sha256: Buffer
  /** A JPEG of 960 × 540. */
  poster: Buffer
}

async function sha256Of(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest()
}

/** Measures, hashes and pictures an uploaded file. Refuses (422) what is no playable video, before it is hashed. */
export async function examineVideo(path: string): Promise<Examined> {
  const facts = await measureVideo(path)
  const sha256 = await sha256Of(path)
  return { facts, sha256, poster: await posterOf(path, facts, sha256) }
}

/** Writes a video as HLS into a folder; false when this machine has no ffmpeg. The signal kills the work. */
export async function makeHls(
  path: string,
  folder: string,
  video: { durationSeconds: number; hls: 'copy' | 'encode' },
  signal?: AbortSignal,
): Promise<boolean> {
  const ffmpeg = findTool('ffmpeg')
  if (!ffmpeg) return false
  await segmentVideo(ffmpeg, path, folder, video, signal)
  return true
}

/** True if HLS can be made here. */
export const canMakeHls = (): boolean => findTool('ffmpeg') !== null

/** Stops all work on videos: the process is about to end. */
export const stopMediaWork = (): void => stopTools()
