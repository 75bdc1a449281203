import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Bytes of a frame in clear; the last one of a file is shorter, or empty. */
const frameBytes = 64 * 1024
const tagBytes = 16

/** The nonce of a frame under a key of the file's own: its place, and whether it is the last. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0)
  nonce.writeUIntBE(place, 6, 6)
  return nonce
}

/** The bytes again, all pieces of one size but the last, which is smaller. */
async function* sized(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<[Buffer, boolean]> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    length += piece.length
    if (length < size) continue
    let joined = Buffer.concat(pieces)
    for (; joined.length >= size; joined = joined.subarray(size)) yield [joined.subarray(0, size), false]
    pieces = [joined]
    length = joined.length
  }
  yield [Buffer.concat(pieces), true]
}

/**
 * Seals a file in frames of AES-256-GCM under a key of its own (32 bytes), in memory that does not grow with it. A
 * frame that was changed or moved, and a file that ends too early, do not open.
 */
export async function* sealFrames(key: Buffer, clear: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let place = 0
  for await (const [frame, isLast] of sized(clear, frameBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place++, isLast))
    yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
  }
}

/** Opens what `sealFrames` sealed, each frame before it is given; throws at the first that is not as it was written. */
export async function* openFrames(key: Buffer, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let place = 0
  for await (const [frame, isLast] of sized(sealed, frameBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place++, isLast), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(frame.subarray(-tagBytes))
    yield Buffer.concat([decipher.update(frame.subarray(0, -tagBytes)), decipher.final()])
  }
}
