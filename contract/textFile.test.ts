import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../test/dice.ts'
import { fixtures } from '../test/fixtures.ts'
import type { TextEncoding } from './textEncoding.ts'
import { readTextFile } from './textFile.ts'

/** A text file of test/fixtures/texts: a text and its encoding, or bytes in hex; and what it is found to be. */
interface TextCase {
  name: string
  text?: string
  in?: Exclude<TextEncoding, 'GB18030'>
  bytes?: string
  /** A place, and how many bytes are missing there. */
  cut?: [at: number, count: number]
  encoding?: TextEncoding
  /** Unless it is `text`. */
  read?: string
}

const written = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-16LE': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16BE': (text: string) => Buffer.from(text, 'utf16le').swap16(),
} as const

function bytesOf({ text = '', in: encoding = 'UTF-8', bytes, cut: [at, count] = [0, 0] }: TextCase): Buffer {
  const whole = bytes === undefined ? written[encoding](text) : Buffer.from(bytes.replaceAll(' ', ''), 'hex')
  return Buffer.concat([whole.subarray(0, at), whole.subarray(at + count)])
}

for (const one of fixtures<TextCase>('texts/encodings')) {
  const { name, encoding, text, read = text } = one
  test(`text file: ${name} is ${encoding ?? 'no text'}`, () => {
    assert.deepEqual(readTextFile(bytesOf(one)), encoding === undefined ? null : { text: read, encoding })
  })
}

test('any text of UTF-8 is read as it was', () => {
  const text = fc.string({ unit: fc.constantFrom(...'安全生产一二三 abc：，。\n\t￥é𠮷') })
  fc.assert(
    fc.property(text, (written) => {
      assert.equal(readTextFile(Buffer.from(written))?.text, written)
    }),
  )
})

test('a text of UTF-8 that lost a byte of a letter is never taken for another encoding', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'安全生产教育培训单位成绩张王李小明工一二三'),
    minLength: 4,
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, fc.nat(), (whole, place) => {
      const bytes = Buffer.from(`姓名,${whole}`)
      const at = place % bytes.length
      const left = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
      if (bytes[at]! >= 0x80) assert.equal(readTextFile(left), null)
    }),
  )
})
