import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { rangeOf, signPlaylist } from './rules.ts'

test('a range is a part, all of it, or none', () => {
  const rows: [string | undefined, ReturnType<typeof rangeOf>][] = [
    [undefined, null],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=20-10', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['items=0-1', null],
    ['bytes=a-b', null],
    ['bytes=0x1-2', null],
  ]
  for (const [header, wanted] of rows) assert.deepEqual(rangeOf(header, 100), wanted, String(header))
})

test('a part is always within the file', () => {
  const number = fc.oneof(fc.nat().map(String), fc.constant(''))
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 1e9 }), (from, to, size) => {
      const range = rangeOf(`bytes=${from}-${to}`, size)
      if (range === null || range === 'unsatisfiable') return
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < size)
    }),
  )
})

test('every part of a playlist carries the signature', () => {
  const playlist = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:6.0,\n00000.m4s\n#EXT-X-ENDLIST\n'
  assert.equal(
    signPlaylist(playlist, '/media/video/1/hls/', 'who=a&signature=b'),
    '#EXTM3U\n#EXT-X-MAP:URI="/media/video/1/hls/init.mp4?who=a&signature=b"\n#EXTINF:6.0,\n' +
      '/media/video/1/hls/00000.m4s?who=a&signature=b\n#EXT-X-ENDLIST\n',
  )
})
