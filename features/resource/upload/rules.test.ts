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

test('files are read as players read them', () => {
  const first = '00:00:01.000 --> 00:00:02.500\n一'
  const both = { vtt: `WEBVTT\n\n${first}\n\n00:00:03.000 --> 00:00:04.000\n二\n`, cues: 2 }
  const written: Record<string, string> = {
    'no blank lines': '1\n00:00:01,000 --> 00:00:02,500\n一\n2\n00:00:03,000 --> 00:00:04,000\n二',
    'no numbers': '00:00:01,000 --> 00:00:02,500\n一\n\n00:00:03,000 --> 00:00:04,000\n二',
    'blank lines within':
      '\n\n1\n00:00:01,000 --> 00:00:02,500\n\n一\n\n\n2\n00:00:03,000 --> 00:00:04,000\n二\n\n',
    'short times': '1\n0:0:1,0 --> 0:0:2,5\n一\n\n2\n0:00:3 --> 0:00:4\n二',
    'other separators': '1\n00:00:01:000-->00:00:02.5\n一\n\n2\n00：00：03，000 --＞ 00：00：04，000\n二',
    'a place on the screen':
      '1\n00:00:01,000 --> 00:00:02,500 X1:100 X2:200 Y1:1 Y2:2\n{\\an8}一\n\n2\n00:00:03,000 --> 00:00:04,000\n二',
    'old line ends': '1\r00:00:01,000 --> 00:00:02,500\r一\r\r2\r00:00:03,000 --> 00:00:04,000\r二',
    'names of cues':
      'WEBVTT - 课程\n\nintro\n00:00:01.000 --> 00:00:02.500\n一\n\nNOTE\n两行\n\nend of it\n00:00:03.000 --> 00:00:04.000\n二',
    'a cue without words':
      '1\n00:00:01,000 --> 00:00:02,500\n一\n\n2\n00:00:02,600 --> 00:00:02,700\n\n3\n00:00:03,000 --> 00:00:04,000\n二',
  }
  for (const [what, text] of Object.entries(written)) assert.deepEqual(subtitlesOf(text), both, what)
  const aligned = '00:01.000 --> 00:02.000 align:start line:80%'
  assert.equal(subtitlesOf(`WEBVTT\n\n${aligned}\nx`)!.vtt, `WEBVTT\n\n${aligned}\nx\n`)
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
