import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import type { VideoFacts } from '../contract.ts'
import { findTool, runTool, untrustedInput } from './tool.ts'

const width = 960
const height = 540

async function frameOf(ffmpeg: string, path: string, facts: VideoFacts, target: string): Promise<Buffer> {
  const at = Math.min(10, facts.durationSeconds / 10)
  const args = ['-v', 'error', '-nostdin', ...untrustedInput, '-ss', at.toFixed(3), '-i', path]
  await runTool(ffmpeg, [...args, '-frames:v', '1', '-f', 'image2', '-c:v', 'png', '-y', target], {
    seconds: 60,
    cpuSeconds: 40,
  })
  return sharp(target, { limitInputPixels: 100_000_000 })
    .resize({ width, height, fit: 'contain', background: '#000' })
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Rings in a hue of the video's own: the fallback poster where no frame can be extracted. */
function drawnPoster(sha256: Buffer): Promise<Buffer> {
  const hue = sha256.readUInt16BE(0) % 360
  const rings = [90, 150, 210].map((radius, i) => {
    const around = 2 * Math.PI * radius
    const circle = `cx="480" cy="270" r="${radius}" fill="none" stroke-width="30"`
    return `<circle ${circle} stroke="hsl(${hue} 45% ${30 + i * 4}%)"/>
      <circle ${circle} stroke="hsl(${hue} 58% ${78 - i * 12}%)" stroke-linecap="round"
        stroke-dasharray="${around * (0.3 + 0.6 * (sha256[i + 2]! / 255))} ${around}" transform="rotate(-90 480 270)"/>`
  })
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="hsl(${hue} 46% 20%)"/>${rings.join('')}</svg>`),
  )
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** A poster of 960 × 540 for a video: a frame of it where ffmpeg is there, else rings drawn from its checksum. */
export async function posterOf(path: string, facts: VideoFacts, sha256: Buffer): Promise<Buffer> {
  const ffmpeg = findTool('ffmpeg')
  if (!ffmpeg) return drawnPoster(sha256)
  const target = `${path}-frame.png`
  try {
    return await frameOf(ffmpeg, path, facts, target)
  } catch {
    return drawnPoster(sha256)
  } finally {
    await rm(target, { force: true })
  }
}
