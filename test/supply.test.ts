import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './tasks.ts'

/** Packages the product is made of and did not write itself. */

interface Locked {
  version?: string
  integrity?: string
  dev?: boolean
  license?: string
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const locked = Object.entries(packages).filter(([path]) => path !== '')

/**
 * Packages of other platforms whose hash is not in the lock file, because they could not be fetched where it was written. The
 * list only gets shorter: `npm install` of their parent on such a platform writes the hash.
 */
const unhashed = {
  '@biomejs/cli-':
    'android-arm64 android-x64 darwin-arm64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
  '@myriaddreamin/typst-ts-node-compiler-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 linux-arm-gnueabihf linux-arm64-gnu linux-arm64-musl win32-arm64-msvc win32-x64-msvc',
  '@oxlint-tsgolint/': 'darwin-arm64 darwin-x64 win32-arm64 win32-x64',
  '@oxlint/binding-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
}

test('every package is pinned by a hash; those of other platforms that are not are known, and none is installed here', () => {
  const known = Object.entries(unhashed).flatMap(([prefix, names]) =>
    names.split(' ').map((name) => `node_modules/${prefix}${name}`),
  )
  const missing = locked
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path)
  assert.deepEqual(missing.toSorted(), known.toSorted(), 'take a hash that is there now out of the list')
  assert.deepEqual(
    missing.filter((path) => existsSync(join(root, path))),
    [],
  )
})

const permissive =
  /^(MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|OFL-1\.1|Unlicense|Python-2\.0)$/

/** Packages of the product under other licences, and why each is all right. */
const exceptions: Readonly<Record<string, string>> = {
  '@img/sharp-': 'libvips under the LGPL: a shared library, unchanged, that anyone can replace',
  mediabunny: 'MPL-2.0: unchanged files of their own; what is beside them stays ours',
  'pause-stream': 'MIT or Apache-2.0, as a list that npm no longer knows',
  'combine-errors': 'says nothing in package.json; its Readme says MIT',
}

test('every package of the product has a licence that lets us give the product away under MIT', () => {
  const wrong = locked
    .filter(([, { dev }]) => !dev)
    .flatMap(([path, { license }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      const file = join(root, path, 'package.json')
      // What is installed speaks for itself; of other platforms' packages the lock file tells.
      const own = existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as { license?: string | string[] }).license
        : license
      const choices = String(own ?? '')
        .replace(/[()]/g, '')
        .split(' OR ')
      if (choices.some((choice) => choice.split(' AND ').every((one) => permissive.test(one)))) return []
      return Object.keys(exceptions).some(
        (known) => name === known || (known.endsWith('-') && name.startsWith(known)),
      )
        ? []
        : [`${name}: ${own ?? 'no licence'}`]
    })
  assert.deepEqual(wrong, [])
  const unused = Object.keys(exceptions).filter((known) => !locked.some(([path]) => path.includes(known)))
  assert.deepEqual(unused, [], 'an exception nobody needs')
  assert.match(readFileSync(join(root, 'node_modules/combine-errors/Readme.md'), 'utf8'), /MIT/)
})
