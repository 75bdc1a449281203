import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { PassThrough, Transform } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { refuse } from '../../contract/refusal.ts'
import { type SheetLimits, sheetRefusals } from './refusals.ts'

/** A part of the container, as its directory describes it. */
interface Part {
  name: string
  method: number
  packed: number
  headerAt: number
  /** Bytes that came of it so far, however often it is read. */
  inflated: number
}

/** An opened container: its parts by name, each readable once as a counted stream. */
export interface Container {
  has(name: string): boolean
  /** The bytes of a part as they inflate; refuses when they outgrow the limits or are damaged. */
  read(name: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const signatures = { end: 0x06054b50, directory: 0x02014b50, local: 0x04034b50 }
const ole2 = 'd0cf11e0a1b11ae1'

async function readAt(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return bytesRead === length ? buffer : refuse(sheetRefusals.notSheet)
}

/** Sizes and places beyond 4 GB stand in an extra field; small files by some writers use it as well. */
function wide(field: Buffer, values: number[]): number[] {
  let at = 0
  while (at + 4 <= field.length && field.readUInt16LE(at) !== 1) at += 4 + field.readUInt16LE(at + 2)
  let from = at + 4
  return values.map((value) => {
    if (value !== 0xffffffff) return value
    if (from + 8 > field.length) refuse(sheetRefusals.notSheet)
    const long = Number(field.readBigUInt64LE(from))
    from += 8
    return long
  })
}

function readDirectory(directory: Buffer, count: number): Part[] {
  const parts: Part[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== signatures.directory) {
      refuse(sheetRefusals.notSheet)
    }
    const lengths = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const nameEnd = at + 46 + lengths[0]
    const [, packed, headerAt] = wide(directory.subarray(nameEnd, nameEnd + lengths[1]), [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]) as [number, number, number]
    const encrypted = directory.readUInt16LE(at + 8) & 1
    if (encrypted) refuse(sheetRefusals.oldFormat)
    const name = directory.toString('utf8', at + 46, nameEnd).replace(/^\/+/, '')
    parts.push({ name, method: directory.readUInt16LE(at + 10), packed, headerAt, inflated: 0 })
    at = nameEnd + lengths[1] + lengths[2]
  }
  return parts
}

/** Opens a zip container; refuses what is no zip, has too many parts, or names a part twice. */
export async function openContainer(path: string, limits: SheetLimits): Promise<Container> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > limits.containerBytes) refuse(sheetRefusals.tooLarge)
    if (size < 22) refuse(sheetRefusals.notSheet)
    if ((await readAt(file, 8, 0)).toString('hex') === ole2) refuse(sheetRefusals.oldFormat)
    const tailLength = Math.min(size, 22 + 0xffff)
    const tail = await readAt(file, tailLength, size - tailLength)
    const endAt = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
    if (endAt < 0 || endAt + 22 > tail.length) refuse(sheetRefusals.notSheet)
    const count = tail.readUInt16LE(endAt + 10)
    if (count > limits.entries) refuse(sheetRefusals.tooManyEntries, { limit: limits.entries })
    const [length, start] = [tail.readUInt32LE(endAt + 12), tail.readUInt32LE(endAt + 16)]
    if (start + length > size) refuse(sheetRefusals.notSheet)
    const parts = readDirectory(await readAt(file, length, start), count)
    const byName = new Map(parts.map((part) => [part.name.toLowerCase(), part]))
    if (byName.size !== parts.length) refuse(sheetRefusals.notSheet)
    return containerOf(file, size, byName, limits)
  } catch (error) {
    await file.close()
    throw error
  }
}

function containerOf(
  file: FileHandle,
  size: number,
  byName: ReadonlyMap<string, Part>,
  limits: SheetLimits,
): Container {
  // One budget for the whole container, so that many small bombs are no better than a big one.
  let inflated = 0
  const counted = (part: Part) => {
    let bytes = 0
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        const more = Math.max(0, bytes - part.inflated)
        part.inflated += more
        inflated += more
        const bomb = bytes > 1024 * 1024 && bytes > part.packed * limits.ratio
        if (bomb || inflated > limits.inflatedBytes) done(new RangeError('inflated past the limit'))
        else done(null, chunk)
      },
    })
  }
  async function* read(name: string): AsyncGenerator<Buffer> {
    const part = byName.get(name.toLowerCase()) ?? refuse(sheetRefusals.notSheet)
    const header = await readAt(file, 30, part.headerAt)
    if (header.readUInt32LE(0) !== signatures.local) refuse(sheetRefusals.notSheet)
    const start = part.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (start + part.packed > size || (part.method !== 0 && part.method !== 8)) refuse(sheetRefusals.notSheet)
    if (part.packed === 0) return
    const source = file.createReadStream({ start, end: start + part.packed - 1, autoClose: false })
    const out = counted(part)
    const flowing = pipeline(
      source,
      part.method === 8 ? createInflateRaw({ chunkSize: 128 * 1024 }) : new PassThrough(),
      out,
    )
    flowing.catch(() => {})
    try {
      for await (const chunk of out) yield chunk as Buffer
      await flowing
    } catch (error) {
      if (error instanceof RangeError) refuse(sheetRefusals.tooLarge)
      if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) refuse(sheetRefusals.notSheet)
      throw error
    }
  }
  return { has: (name) => byName.has(name.toLowerCase()), read, close: () => file.close() }
}
