import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawBytes } from '../test/dice.ts'
import { openFrames, sealFrames } from './sealedFile.ts'

const key = drawBytes(32)
async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

test('a sealed file opens as it was, whatever its length and however it is cut', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const clear = drawBytes(length)
    const sealed = await all(sealFrames(key, cut(clear, 9999)))
    // A few bytes may be there by chance.
    if (length > 64) assert.ok(!sealed.includes(clear.subarray(0, 64)), `${length} bytes`)
    assert.deepEqual(await all(openFrames(key, cut(sealed, 7777))), clear, `${length} bytes`)
  }
})

test('a sealed file that is cut off, changed, reordered or another’s does not open', async () => {
  const frame = 65_536 + 16
  const sealed = await all(sealFrames(key, cut(drawBytes(200_000), 65_536)))
  const changed = Buffer.from(sealed)
  changed[70_000]! ^= 1
  const wrong = {
    'without its last frame': sealed.subarray(0, 3 * frame),
    'cut in a frame': sealed.subarray(0, frame + 100),
    empty: Buffer.alloc(0),
    changed,
    'frames exchanged': Buffer.concat([
      sealed.subarray(frame, 2 * frame),
      sealed.subarray(0, frame),
      sealed.subarray(2 * frame),
    ]),
  }
  for (const [what, bytes] of Object.entries(wrong)) {
    await assert.rejects(all(openFrames(key, cut(bytes, 5000))), what)
  }
  await assert.rejects(all(openFrames(drawBytes(32), cut(sealed, 5000))))
})
