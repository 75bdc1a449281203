import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { subtitlesOf } from './rules.ts'

test('WebVTT stays what it was', () => {
  const text = readFileSync(new URL('../../../db/seed/media/ai-literacy.vtt', import.meta.url), 'utf8')
  const found = subtitlesOf(text)!
  assert.equal(found.cues, text.match(/-->/g)!.length)
  assert.deepEqual(subtitlesOf(found.vtt), found)
})

test('SRT becomes WebVTT', () => {
  const srt =
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n第一句\r\n第二行\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nend\r\n'
  assert.deepEqual(subtitlesOf(srt), {
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n第一句\n第二行\n\n00:00:03.000 --> 00:00:04.000\nend\n',
    cues: 2,
  })
})

test('styles, notes and what is no subtitle are left out', () => {
  const vtt =
    'WEBVTT\n\nSTYLE\n::cue { background: url(//evil) }\n\nNOTE x\n\n00:01.000 --> 00:02.000\nhello\n'
  assert.deepEqual(subtitlesOf(vtt), { vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n', cues: 1 })
  const none = [
    '',
    'WEBVTT',
    '<html></html>',
    '00:01.000 --> 00:02.000\n',
    'a\0b\n\n00:01.000 --> 00:02.000\nx',
  ]
  assert.deepEqual(
    none.filter((text) => subtitlesOf(text) !== null),
    [],
  )
})

test('whatever comes in, what goes out reads back the same', () => {
  const line = fc.oneof(fc.string(), fc.constant('00:00:01,000 --> 00:00:02,000'), fc.constant(''))
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const found = subtitlesOf(lines.join('\n'))
      if (found) assert.deepEqual(subtitlesOf(found.vtt), found)
    }),
  )
})
