import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlausible, type Streams, wayOf } from './rules.ts'

const streams = (input: Partial<Streams> = {}): Streams => ({
  mime: 'video/mp4',
  videoCodec: 'avc',
  audioCodec: 'aac',
  durationSeconds: 60,
  width: 1280,
  height: 720,
  ...input,
})

test('how a video is played follows from its container and codecs', () => {
  const rows: [Partial<Streams>, string, boolean, 'copy' | 'encode' | null][] = [
    [{}, 'video/mp4', true, 'copy'],
    [{ audioCodec: null }, 'video/mp4', true, 'copy'],
    [{ mime: 'video/quicktime' }, 'video/mp4', true, 'copy'],
    [{ audioCodec: 'mp3' }, 'video/mp4', true, null],
    [{ mime: 'video/webm', videoCodec: 'vp9', audioCodec: 'opus' }, 'video/webm', true, null],
    [{ mime: 'video/x-matroska' }, 'video/x-matroska', false, 'copy'],
    [{ videoCodec: 'hevc' }, 'video/mp4', false, 'encode'],
    [{ audioCodec: 'ac3' }, 'video/mp4', false, 'encode'],
    [{ mime: 'video/x-msvideo', videoCodec: 'mpeg4', audioCodec: 'mp3' }, 'video/x-msvideo', false, 'encode'],
  ]
  for (const [input, mime, direct, hls] of rows) {
    assert.deepEqual(wayOf(streams(input)), { mime, direct, hls }, JSON.stringify(input))
  }
})

test('measures no video has are not believed', () => {
  assert.equal(isPlausible(streams()), true)
  const wrong: Partial<Streams>[] = [
    { durationSeconds: 0 },
    { durationSeconds: Number.NaN },
    { durationSeconds: Number.POSITIVE_INFINITY },
    { durationSeconds: 25 * 3600 },
    { width: 0 },
    { height: 100_000 },
  ]
  assert.deepEqual(
    wrong.filter((input) => isPlausible(streams(input))),
    [],
  )
})
