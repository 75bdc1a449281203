import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { fixtures } from '../../../test/fixtures.ts'
import { subtitlesOf } from './rules.ts'

test('WebVTT stays what it was', () => {
  const text = readFileSync(new URL('../../../db/seed/media/ai-literacy.vtt', import.meta.url), 'utf8')
  const found = subtitlesOf(text)!
  assert.equal(found.cues, text.match(/-->/g)!.length)
  assert.deepEqual(subtitlesOf(found.vtt), found)
})

/** A file of subtitles of test/fixtures/texts, and what is kept of it; nothing of what is none. */
interface SubtitleCase {
  name: string
  text: string
  vtt?: string
}
for (const { name, text, vtt } of fixtures<SubtitleCase>('texts/subtitles')) {
  test(`subtitles: ${name} ${vtt === undefined ? 'is no subtitle file' : 'is read as players read it'}`, () => {
    const cues = vtt?.match(/-->/g)?.length
    assert.deepEqual(subtitlesOf(text), vtt === undefined ? null : { vtt, cues })
  })
}

test('whatever comes in, what goes out reads back the same', () => {
  const line = fc.oneof(fc.string(), fc.constant('00:00:01,000 --> 00:00:02,000'), fc.constant(''))
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const found = subtitlesOf(lines.join('\n'))
      if (found) assert.deepEqual(subtitlesOf(found.vtt), found)
    }),
  )
})
