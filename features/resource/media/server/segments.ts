import { join } from 'node:path'
import type { VideoFacts } from '../contract.ts'
import { runTool, untrustedInput } from './tool.ts'

/** The playlist of every HLS folder. */
const playlistName = 'index.m3u8'

const words = (text: string) => text.split(' ')

const streams: Readonly<Record<'copy' | 'encode', readonly string[]>> = {
  copy: ['-c', 'copy'],
  // One thread: learners are served by the same processors.
  encode: words(
    "-threads 1 -c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -vf scale=w='min(1920,iw)':h=-2 " +
      '-force_key_frames expr:gte(t,n_forced*6) -c:a aac -b:a 128k -ac 2',
  ),
}
const playlist = words('-f hls -hls_time 6 -hls_playlist_type vod -hls_segment_type fmp4')

/** Puts a video into a folder as an HLS playlist with segments of about six seconds. */
export async function segmentVideo(
  ffmpeg: string,
  path: string,
  folder: string,
  video: Pick<VideoFacts, 'durationSeconds'> & { hls: 'copy' | 'encode' },
  signal?: AbortSignal,
): Promise<void> {
  const seconds = video.hls === 'copy' ? 600 : 600 + Math.ceil(video.durationSeconds * 6)
  const input = ['-v', 'error', '-nostdin', ...untrustedInput, '-i', path]
  const chosen = words('-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1')
  const files = ['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', join(folder, '%05d.m4s')]
  const output = [...playlist, ...files, '-y', join(folder, playlistName)]
  await runTool(ffmpeg, [...input, ...chosen, ...streams[video.hls], ...output], {
    seconds,
    cpuSeconds: seconds,
    ...(signal && { signal }),
  })
}
