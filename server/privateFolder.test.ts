import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lockDataFolder } from './dataFolder.ts'
import { readEnvironment } from './environment.ts'
import { localFiles } from './files.ts'
import { openSecrets } from './secrets.ts'

const root = mkdtempSync(join(tmpdir(), 'jixu-private-'))
after(() => rmSync(root, { recursive: true, force: true }))
const modeOf = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8)

test('a data folder and what is written into it are its owner’s alone', async () => {
  const folder = join(root, 'fresh', 'data')
  const lock = await lockDataFolder(folder)
  assert.equal(lock.opened, 0)
  const source = join(root, 'source')
  writeFileSync(source, 'x')
  chmodSync(source, 0o644)
  const key = await localFiles(join(folder, 'files')).take(source, 'video', '.mp4')
  const other = join(root, 'other')
  writeFileSync(other, 'x')
  chmodSync(other, 0o644)
  const kept = await localFiles(join(folder, 'files')).keep(other, 'image', '.png')
  openSecrets(readEnvironment({ DATA_DIR: folder }))
  const files = [key, kept].map((name) => modeOf(folder, 'files', name))
  assert.deepEqual([modeOf(folder), modeOf(folder, 'files'), ...files], ['700', '700', '600', '600'])
  assert.equal(modeOf(folder, 'secret.key'), '600')
  await lock.release()
})

test('a folder that others could enter is closed with all that is in it, once, and a link leads nowhere else', async () => {
  const folder = join(root, 'older')
  mkdirSync(join(folder, 'files', 'image'), { recursive: true })
  mkdirSync(join(root, 'elsewhere'))
  chmodSync(join(root, 'elsewhere'), 0o755)
  symlinkSync(join(root, 'elsewhere'), join(folder, 'link'))
  writeFileSync(join(folder, 'files', 'image', 'a.png'), 'x')
  for (const path of ['', 'files', 'files/image']) chmodSync(join(folder, path), 0o755)
  chmodSync(join(folder, 'files', 'image', 'a.png'), 0o644)
  symlinkSync(folder, join(root, 'by another name'))
  const lock = await lockDataFolder(join(root, 'by another name'))
  assert.equal(lock.opened, 4)
  await lock.release()
  const modes = ['', 'files', 'files/image', 'files/image/a.png'].map((path) => modeOf(folder, path))
  assert.deepEqual(modes, ['700', '700', '700', '600'])
  assert.equal(modeOf(root, 'elsewhere'), '755')
  const again = await lockDataFolder(folder)
  assert.equal(again.opened, 0)
  await again.release()
})
