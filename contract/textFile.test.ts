import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../test/dice.ts'
import { readTextFile } from './textFile.ts'

const sentence = '安全生产：100%\r\n第一步'
const gbk = Buffer.from('b0b2c8abc9fab2fa', 'hex')
const wide = (text: string) => Buffer.from(text, 'utf16le')

test('a text is read in the encoding it was written in, with its mark or without', () => {
  assert.deepEqual(readTextFile(Buffer.from(sentence)), { text: sentence, encoding: 'UTF-8' })
  assert.deepEqual(readTextFile(Buffer.from(`\uFEFF${sentence}`)), { text: sentence, encoding: 'UTF-8' })
  assert.deepEqual(readTextFile(gbk), { text: '安全生产', encoding: 'GB18030' })
  for (const text of [sentence, `\uFEFF${sentence}`]) {
    assert.deepEqual(readTextFile(wide(text)), { text: sentence, encoding: 'UTF-16LE' })
    assert.deepEqual(readTextFile(wide(text).swap16()), { text: sentence, encoding: 'UTF-16BE' })
  }
  assert.deepEqual(readTextFile(Buffer.from('8139ee39', 'hex')), { text: '㐀', encoding: 'GB18030' })
  assert.deepEqual(readTextFile(Buffer.alloc(0)), { text: '', encoding: 'UTF-8' })
})

test('damaged bytes are no text', () => {
  const damaged: Record<string, Buffer> = {
    'half a character': gbk.subarray(0, 7),
    'a mark of another encoding': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), gbk]),
    'an odd byte': wide(`\uFEFF${sentence}`).subarray(0, -1),
    'half of a pair': wide('\uFEFF\ud842安'),
    'a picture': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'control characters': Buffer.from('a\u0008b'),
  }
  for (const [what, bytes] of Object.entries(damaged)) assert.equal(readTextFile(bytes), null, what)
})

test('any text of UTF-8 is read as it was', () => {
  const text = fc.string({ unit: fc.constantFrom(...'安全生产一二三 abc：，。\n\t￥é𠮷') })
  fc.assert(
    fc.property(text, (written) => {
      assert.equal(readTextFile(Buffer.from(written))?.text, written)
    }),
  )
})
