import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lackingMembers } from './floor.ts'
import { root } from './tasks.ts'

/** A member's line in the library of the compiler, one on each. */
const member = /^ {4}(?:readonly |get |set )?(\w+)\??[(:<]/

/** The kinds that take over what a mixin declares: the compatibility data has its members at each of them. */
function usersOf(library: string): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const [, name, above] of library.matchAll(/^interface (\w+) extends ([^{]+) \{/gm))
    for (const mixin of above!.matchAll(/\w+/g)) {
      const list = users.get(mixin[0]) ?? []
      users.set(mixin[0], [...list, name!])
    }
  return users
}

/** The compiler's library of the document without what the oldest browsers lack. */
function withoutNewer(library: string): string {
  const users = usersOf(library)
  const isLacking = (kind: string, name: string): boolean => {
    if (lackingMembers.has(kind)) return lackingMembers.get(kind)?.includes(name) ?? false
    return (users.get(kind) ?? []).some((user) => isLacking(user, name))
  }
  let kind = ''
  return library
    .split('\n')
    .filter((line) => {
      kind = /^interface (\w+)/.exec(line)?.[1] ?? (line === '}' ? '' : kind)
      const name = kind && member.exec(line)?.[1]
      return !name || !isLacking(kind, name)
    })
    .join('\n')
}

/** Compiles the pages' code as the oldest browsers would have it; returns what the compiler complains of. */
export async function complaintsOfOldest(files: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'oldest-'))
  try {
    const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'))
    const { default: getExePath } = (await import(join(dirname(compiler), 'lib/getExePath.js'))) as {
      default: () => string
    }
    const exe = getExePath()
    const replacement = join(folder, 'node_modules/@typescript/lib-dom')
    await mkdir(replacement, { recursive: true })
    const library = await readFile(join(dirname(exe), 'lib.dom.d.ts'), 'utf8')
    await writeFile(join(replacement, 'index.d.ts'), withoutNewer(library))
    await writeFile(join(replacement, 'package.json'), '{"name":"@typescript/lib-dom","types":"index.d.ts"}')
    // What a package asks of the types of Node.js would bring newer libraries along.
    await mkdir(join(folder, 'types/node'), { recursive: true })
    await writeFile(join(folder, 'types/node/index.d.ts'), '')
    const config = {
      extends: join(root, 'tsconfig.web.json'),
      compilerOptions: {
        libReplacement: true,
        typeRoots: [join(folder, 'types')],
        types: [join(root, 'node_modules/vite/client')],
      },
      include: [],
      files: files.map((file) => join(root, file)),
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const said = await new Promise<string>((resolve) => {
      const options = ['--noEmit', '--pretty', 'false', '--checkers', '1', '-p', folder]
      execFile(exe, options, { maxBuffer: 2 ** 26 }, (_, out, err) => resolve(out + err))
    })
    return said.split('\n').filter((line) => /^\S/.test(line))
  } finally {
    await rm(folder, { recursive: true })
  }
}
