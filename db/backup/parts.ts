import type { Step } from '../migrate.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { OperatorError } from '../../server/environment.ts'

/** The kind of machine this is: the files of a database run on no other. */
export const system = `${process.platform} ${process.arch}`

/** A file of a backup: what it has to be when it is read again. */
const Part = Type.Object({ bytes: Type.Integer(), sha256: Type.String() })
export interface Part {
  bytes: number
  sha256: string
}

/** Description of a backup by itself; written last, so that a backup without it is none. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  /** The files of an embedded server as they lie there, or what pg_dump wrote. */
  kind: Type.Union([Type.Literal('folder'), Type.Literal('dump')]),
  version: Type.String(),
  postgres: Type.String(),
  /** System on which the files of an embedded server were at work; older backups do not say. */
  system: Type.Optional(Type.String()),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  begunAt: Type.String(),
  /** Everything acknowledged before is in it; of a dump, before `begunAt`. */
  endedAt: Type.String(),
  /** A value sealed under the newest key, and an index under the oldest: who has the keys can tell. */
  check: Type.Object({ clear: Type.String(), sealed: Type.String(), index: Type.String() }),
  folders: Type.Array(Type.String()),
  parts: Type.Record(Type.String(), Part),
})
export interface Manifest {
  format: 1
  kind: 'folder' | 'dump'
  version: string
  postgres: string
  system?: string
  migrations: Step[]
  begunAt: string
  endedAt: string
  check: { clear: string; sealed: string; index: string }
  folders: string[]
  parts: Record<string, Part>
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Copies a file and says what was written; null when it has gone meanwhile. */
export async function copyPart(from: string, to: string): Promise<Part | null> {
  const source = await open(from).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })
  if (!source) return null
  const hash = createHash('sha256')
  let bytes = 0
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const target = await open(to, 'w', 0o600)
  try {
    for await (const chunk of source.createReadStream({ highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
      await target.writeFile(chunk as Buffer)
    }
  } finally {
    await target.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Writes a text as a part. */
export async function writePart(to: string, text: string): Promise<Part> {
  const target = await open(to, 'w', 0o600)
  try {
    await target.writeFile(text)
    await target.sync()
  } finally {
    await target.close()
  }
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

/** Files and folders below a folder, as paths from it; what goes meanwhile is left out, and so is what `skip` names. */
export async function treeOf(
  folder: string,
  skip: (path: string) => boolean = () => false,
  below = '',
): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return []
    throw error
  })
  const files: string[] = []
  const folders: string[] = []
  for (const entry of entries) {
    // One way of writing on all systems: a dump may be restored on another.
    const path = below ? `${below}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      folders.push(path)
      const inner = await treeOf(folder, skip, path)
      files.push(...inner.files)
      folders.push(...inner.folders)
    } else if (entry.isFile() && !skip(path)) files.push(path)
  }
  return { files, folders }
}

const manifestName = 'manifest.json'

/** Completes a backup, whose parts are on disk before it says what they are: one call, not one for each of them. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  // Windows has no such program; there the system writes within seconds.
  await promisify(execFile)('sync').catch(() => {})
  await writePart(join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`)
}

/** Reads what a backup says about itself; refuses what is no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  let read: unknown
  try {
    read = JSON.parse(await readFile(join(folder, manifestName), 'utf8'))
  } catch {
    throw new OperatorError(
      `${folder} is no complete backup: its manifest.json is missing or unreadable. Take another one.`,
    )
  }
  if (!Check(Manifest, read))
    throw new OperatorError(`The backup ${folder} was written by a program that this one does not know.`)
  const outside = Object.keys(read.parts).find(
    (path) => path.split(/[/\\]/).includes('..') || path.startsWith('/'),
  )
  if (outside) throw new OperatorError(`The backup ${folder} names a part outside itself: ${outside}.`)
  return read
}

/** Describes a file as it is now. */
export async function describePart(file: string): Promise<Part> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Refuses a backup one of whose parts is missing or not as it was written. */
export async function assertWhole(folder: string, parts: Readonly<Record<string, Part>>): Promise<void> {
  for (const [path, part] of Object.entries(parts)) {
    const now = await describePart(join(folder, path)).catch((error: unknown) => {
      if (!isGone(error)) throw error
      throw new OperatorError(`The backup is damaged: ${path} is missing. Restore another one.`)
    })
    if (now.sha256 !== part.sha256)
      throw new OperatorError(`The backup is damaged: ${path} is not as it was written. Restore another one.`)
  }
}
